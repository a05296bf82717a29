import { englishSettings } from '../../../../../descriptor/read/setting-places.ts';

/** The settings that every field can have. */
export const fieldTexts = englishSettings(['field']);
