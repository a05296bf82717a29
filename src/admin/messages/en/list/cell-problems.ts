/** The texts of the strip that counts rejected values. */
export const texts = {
  label: 'Problems in cells',
  count: '{count} problem |||| {count} problems',
  at: 'Problem {at} of {count}',
  previous: 'Go to the previous problem',
  next: 'Go to the next problem',
  dismiss: 'Dismiss',
  sendAgain: 'Save again',
  resent: 'Not saved yet. The grid sends it again automatically.',
  unsaved: '{count} cell of this list is not saved. |||| {count} cells of this list are not saved.',
  reason: 'Row {row}, {label}: {said}',
  place: 'Row {row}, {label}',
  elsewhere: '{label}: {said} (not on this page)',
};

export type CellProblemTexts = typeof texts;
