/** The texts of the duplicates page. */
export const texts = {
  title: 'Duplicates',
  lead: 'These records may be duplicates. Merging keeps one record. References and old links to the others then point to it.',
  card: 'Find duplicate records and merge them.',
  open: 'Find duplicates',
  none: 'No collection that you can list has duplicate rules. An admin can declare them under “duplicates” in the descriptor.',
  collection: 'Collection',
  by: 'Compare by',
  ways: {
    value: '{field}',
    letters: '{field} (letters and digits only)',
    similarity: '{field} (similar text)',
  },
  loading: 'Looking for duplicates…',
  found: '{count} group |||| {count} groups',
  nothing: 'No duplicates found.',
  shared: 'same value: {value}',
  similar: '{percent}% similar',
  inGroup: '{count} records; the first {shown} are shown',
  checked:
    '{checked} of {total} compared, {pairs} pair found. |||| {checked} of {total} compared, {pairs} pairs found.',
  goOn: 'Continue',
  pause: 'Pause',
  all: 'All records have been compared.',
  pages: 'Pages of groups',
  merge: 'Merge…',
  choose: 'Include {title}',
  mayNotMerge:
    'You cannot merge these records. Merging requires permission to change one of them and delete the others.',
  mergeTitle: 'Merge {count} records',
  differing:
    'These records have different identifiers: {identifiers}. They are probably different things.',
  differingSure: 'Merge them anyway',
  keep: 'Which record do you want to keep?',
  mayNotChange: 'Cannot be kept: you cannot change this record.',
  mayNotDelete:
    'Cannot be kept: you cannot delete the other record. |||| Cannot be kept: you cannot delete all the other records.',
  values: 'Which values should it have?',
  same: 'The records have the same values in all fields you can edit.',
  together: 'All values combined',
  takes: 'References that will point to {title}: {moves}.',
  takesNothing: 'No records refer to the ones that will be removed.',
  move: '{count} × {label}',
  checking: 'Checking references…',
  doMerge: 'Merge',
  cancel: 'Cancel',
  merged: '{count} records were merged.',
  changed:
    'Someone changed one of these records. The records have been reloaded; please check them.',
  latest: 'Recent merges',
  when: 'When',
  who: 'Who',
  kept: 'Kept',
  gone: 'Merged',
  moved: 'References moved',
  undo: 'Undo',
  undone: 'undone',
  undoTitle: 'Undo this merge?',
  undoText:
    'This restores the merged records and the references to them. Records that were changed since the merge stay as they are and are listed.',
};

export type DuplicatesTexts = typeof texts;
