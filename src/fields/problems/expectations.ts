/**
 * What a value must be, or why a file is refused: the `{expected}` or `{reason}` of a problem. Its key is in the problem's params, so that the browser can
 * show it in the user's language (`fields.expected.<key>`); this is the English text.
 */
export const expectations = {
  text: 'text',
  number: 'a number',
  decimal: 'a decimal number such as 12.50',
  decimalText: 'text such as "12.50"',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
  objectOrList: 'a JSON object or list',
  date: 'a date such as 2026-11-21',
  time: 'a time of day such as 14:30',
  timeWithSeconds: 'a time of day such as 14:30:05',
  duration: 'a duration such as 1:30 or 90m; in JSON, a number of seconds',
  dateTime: 'a date and time with its offset, such as 2026-11-21T13:45:00Z',
  recordId: 'the _id of a record',
  file: 'the `id` of an uploaded file',
  email: 'an email address',
  url: 'an http, https or mailto address without a password',
  casNumber: 'a CAS number such as 107-07-3',
  ecNumber: 'an EC number such as 200-003-9',
  doi: 'a DOI such as 10.1016/j.envint.2020.106225',
  inchiKey: 'an InChIKey such as YNQLUTRBYVCPMQ-UHFFFAOYSA-N',
  newId: '1 to 64 characters from A-Z, a-z, 0-9, _ and -',
  oneValue: 'one value',
  twoValues: 'two values, from and to',
  ascending: 'two values, the smaller one first',
  values: 'a list of values',
  someText: 'text that is not empty',
  searchWords: 'at most 20 words to find, such as bisphenol "food contact" -water or BPA',
  yes: 'true',
  token:
    'a value, or one of $now, $today, $user and $year where the field can hold it; an offset such as $today-30d is allowed',
  otherField: 'a field of this collection that holds one value of the same kind',
  exactOwner: 'a field without a qualifier',
  filter: 'a filter: an object of fields and their values, which can also contain and, or and not',
  filters: 'a list of filters',
  fieldNames: 'field names separated by commas',
  measures: 'fields with a function, such as year:avg, separated by commas',
  groupOrder: 'value, -value, count or -count',
  totalKind: 'exact, estimate or none',
  pageOrCursor: 'left out when _after is given',
  // What the content of a file is.
  aProgram: 'a program',
  aWindowsProgram: 'a Windows program',
  aScript: 'a script',
  aPicture: 'a picture',
  aSound: 'audio',
  aVideo: 'video',
  aPdf: 'a PDF document',
  aDocument: 'an Office document',
  anArchive: 'an archive',
  aWebPage: 'a web page',
  plainText: 'plain text',
  ofAnotherKind: 'of another kind',
  zipDamaged: 'it is damaged or not complete',
  zipEncrypted: 'it is protected by a password',
  zipMethod: 'it is packed in a way that only some programs know',
  zipEntries: 'it has more than 100,000 files',
  zipNames: 'the paths of its files are too long',
  zipUnpacked: 'it unpacks to more than 20 GB',
  zipPath: 'the path of one of its files leads out of it',
  zipRepeated: 'it has two files with the same path',
  // Why a field cannot be in a public form.
  nobodyEntersIt: 'nobody enters it',
  someRolesWriteIt: 'only some roles may write it',
  refersToItsOwn: 'it refers to records of the same collection',
  refersToHidden: 'the records that it refers to are not public',
} as const;

export type Expectation = keyof typeof expectations;

/** Names the other fields, where only all of them together must be unique. */
export const togetherText = ' together with {others}';

/** Names the API key that narrows the role. */
export const withKeyText = ' with the API key “{key}”';

/** Says that the role may change the record, but not to these values. */
export const outsideRoleText =
  ': with these values, the record would be outside what this role may see or change';
