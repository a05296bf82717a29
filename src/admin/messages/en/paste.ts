/** What is said of a block that is pasted. */
export const paste = {
  beyond: '{count} cell lies beyond the last column |||| {count} cells lie beyond the last column',
  below: '{count} cell lies below the last row |||| {count} cells lie below the last row',
  lockedFields: 'not to be written: {names}',
  lockedRecords:
    '{count} cell is of a record you may not change |||| {count} cells are of records you may not change',
  leftOut: 'Left out: {reasons}.',
  missing: 'There is no “{text}” in {name}',
  several: '“{text}” may mean several in {name}: {titles}. Say which by its {key}.',
  unclear: '“{text}” may be {one} or {other}; the block writes numbers in both ways.',
  comma: 'Decimals were read with a comma: “{text}” as {number}. Ctrl+Z takes it back.',
  point: 'Decimals were read with a point: “{text}” as {number}. Ctrl+Z takes it back.',
};

export type PasteTexts = typeof paste;
