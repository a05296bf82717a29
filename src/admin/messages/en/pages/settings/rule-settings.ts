import { englishSettings } from '../../../../../descriptor/read/setting-places.ts';

/** What the records of a collection must be like, what can be done with them, and what is open to everybody. */
export const ruleTexts = englishSettings([
  'resource/unique',
  'resource/indexes',
  'resource/noOverlap',
  'resource/checks',
  'resource/actions',
  'resource/duplicates',
  'resource/order',
  'resource/trash',
  'resource/history',
  'resource/public',
]);
