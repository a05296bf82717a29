/**
 * What a value must be: the `{expected}` of a problem. Its key is in the problem's params, so that the browser can
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
  yes: 'true',
  token:
    'a value, or one of $now, $today, $user and $year where the field can hold it; an offset such as $today-30d is allowed',
  otherField: 'a field of this collection that holds one value of the same kind',
  filter: 'a filter: an object of fields and their values, which can also contain and, or and not',
  filters: 'a list of filters',
  fieldNames: 'field names separated by commas',
  measures: 'fields with a function, such as year:avg, separated by commas',
  groupOrder: 'value, -value, count or -count',
  totalKind: 'exact, estimate or none',
  pageOrCursor: 'left out when _after is given',
} as const;

export type Expectation = keyof typeof expectations;
