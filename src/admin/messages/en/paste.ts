/** What is said of a block that is pasted. */
export const texts = {
  beyond: '{count} cell lies beyond the last column |||| {count} cells lie beyond the last column',
  below: '{count} cell lies below the last row |||| {count} cells lie below the last row',
  lockedFields: 'read-only: {names}',
  lockedRecords:
    '{count} cell belongs to a record you cannot change |||| {count} cells belong to records you cannot change',
  leftOut: 'Left out: {reasons}.',
  missing: 'There is no “{text}” in {name}',
  several: '“{text}” matches several records in {name}: {titles}. Use the {key} instead.',
  unclear: '“{text}” could be {one} or {other}; the pasted cells use both number formats.',
  comma: 'Decimals were read with a comma: “{text}” as {number}. Press Ctrl+Z to undo.',
  point: 'Decimals were read with a point: “{text}” as {number}. Press Ctrl+Z to undo.',
};

export type PasteTexts = typeof texts;
