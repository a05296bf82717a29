import { englishSettings } from '../../../../../descriptor/read/setting-places.ts';
import { fieldTypes } from '../../../../../fields/registry.ts';

/** The settings of the types of fields. What several types share stands at the first of them. */
export const typeTexts = englishSettings(Object.keys(fieldTypes));
