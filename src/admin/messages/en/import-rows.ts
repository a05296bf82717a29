/** The messages about the rows of an import: filters, rows that are left out, and mended cells. */
export const texts = {
  mended: 'Corrected',
  fields: 'Filter by field',
  allFields: 'All fields',
  clear: 'Clear filters',
  found: '{count} row matches |||| {count} rows match',
  leaveOut: 'Leave out this row |||| Leave out these {count} rows',
  takeBack: 'Import this row again |||| Import these {count} rows again',
  tooMany: 'An import can leave out at most {count} rows. Choose a narrower filter.',
  onlyKept: 'Only the first {count} of these rows are kept, and the filter searches only those.',
  cell: '{column} in row {row}',
  use: 'Use {value}',
  useIn: 'Use {value} as {column} in row {row}',
  omit: 'Take the row without this cell',
  omitIn: 'Take the row without this cell: {column} in row {row}',
  omitted: 'The row is taken without this cell.',
  putBack: 'Put back',
  putBackIn: 'Put back {column} in row {row}',
  stepped: 'by a step',
  inFile: 'In the file: {value}',
  empty: 'empty',
  cut: 'The cell is longer. Your text replaces all of it.',
  edit: 'Change',
  editIn: 'Change {column} in row {row}',
  newText: 'New text',
  changed: '{count} row changed. |||| {count} rows changed.',
  again: 'Try this again |||| Try these again ({count})',
  putAllBack: 'Put all back',
  kept: 'Your corrections in {count} row are kept. |||| Your corrections in {count} rows are kept.',
  dropped:
    'The file’s settings have changed, so your corrections and your choice of rows no longer fit. The next dry run does not use them.',
  againNote:
    'The failed rows become a new import with the same settings. Its dry run starts at once.',
};

export type ImportRowsTexts = typeof texts;
