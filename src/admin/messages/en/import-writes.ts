/** The texts for choosing what a column does to the values that records have. */
export const importWrites = {
  writeOf: 'Existing values in {name}',
  writes: {
    replace: 'Replace them',
    fill: 'Keep them, fill only empty fields',
    add: 'Keep them and add these',
    remove: 'Remove these from them',
  },
};

export type ImportWriteTexts = typeof importWrites;
