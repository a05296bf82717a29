import { englishSettings } from '../../../../../descriptor/read/setting-places.ts';

/** What a collection is called, its list, its form and its views. */
export const collectionTexts = englishSettings([
  'resource/root',
  'resource/path',
  'resource/label',
  'resource/title',
  'resource/was',
  'resource/importKey',
  'resource/fields',
  'resource/list',
  'resource/form',
  'resource/children',
  'resource/views',
  'resource/permissions',
]);
