import { englishSettings } from '../../../../../descriptor/read/setting-places.ts';

/** The settings of the whole app and of its roles. */
export const appTexts = englishSettings(['app', 'role']);
