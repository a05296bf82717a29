/** The messages about pasted cells. */
export const texts = {
  beyond: '{count} cell lies beyond the last column |||| {count} cells lie beyond the last column',
  below: '{count} cell lies below the last row |||| {count} cells lie below the last row',
  lockedFields: 'read-only: {names}',
  lockedRecords:
    '{count} cell belongs to a record you cannot change |||| {count} cells belong to records you cannot change',
  joined:
    'Line breaks became spaces in {count} cell. |||| Line breaks became spaces in {count} cells.',
  leftOut: 'Skipped: {reasons}.',
  missing: 'There is no “{text}” in {name}',
  several: '“{text}” matches several records in {name}: {titles}. Use the {key} instead.',
  partly: '{reason}. Only the other records are added.',
  unclear:
    '“{text}” could be {one} or {other}, because the pasted cells use both number formats. Use one format and paste again.',
  comma: '“{text}” was read as {number}, with a decimal comma. Press Ctrl+Z to undo.',
  point: '“{text}” was read as {number}, with a decimal point. Press Ctrl+Z to undo.',
};

export type PasteTexts = typeof texts;
