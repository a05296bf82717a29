/** The texts for choosing what a column does to the values that records have, and for fields of referenced records. */
export const importWrites = {
  writeOf: 'Existing values in {name}',
  writes: {
    replace: 'Replace them',
    fill: 'Keep them, fill only empty fields',
    add: 'Keep them and add these',
    remove: 'Remove these from them',
  },
  behind: 'Fields of {name}',
  names: 'Finds the record in {name}, or creates it',
  isPart: 'For new records in {name}; existing ones stay as they are',
  isOwn: 'Creates missing records in {name} with the values of their columns',
  nameless:
    'Nothing says which record in {name} these columns belong to: {columns}. Map one more column to: {fields}.',
};

export type ImportWriteTexts = typeof importWrites;
