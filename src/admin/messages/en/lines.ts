/** The texts of a table of lines in the form of a record. */
export const texts = {
  name: '{list} {number}',
  changed: '{count} line changed |||| {count} lines changed',
  add: 'Add line',
  remove: 'Remove {line}',
  undo: 'Undo',
  undoOf: 'Undo the removal of {line}',
  more: 'More fields of {line}',
  moreFields: '{line}: more fields',
  actions: 'Actions',
  none: 'No lines yet.',
  loading: 'Loading the lines…',
  later: 'Computed values and numbers are updated when you save.',
  tooMany: 'A form cannot edit so many lines ({count}; limit: {most}). Edit them in their list.',
  tooManyToCopy:
    'The lines were not copied: the original has too many for a form ({count}; limit: {most}).',
  added: '{line} added',
  removed: '{line} removed',
  willBeRemoved: '{line} will be deleted when you save',
  restored: '{line} will be kept',
  theirs: 'Someone else changed {line}. Their version:',
  deleted: 'Someone else deleted {line}.',
  takeTheirs: 'Use their version',
  keepMine: 'Keep my changes',
  keepDeletion: 'Delete anyway',
  acceptDeletion: 'Remove line',
  addAgain: 'Add it again',
};

export type LinesTexts = typeof texts;
