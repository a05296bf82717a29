/** The texts of a grouped list. */
export const texts = {
  by: ['Group by', 'Then by', 'Then by'] as readonly string[],
  none: 'Nothing',
  clear: 'Do not group',
  title: '{list}, grouped by {fields}',
  empty: 'No value',
  records: 'Records',
  openAll: 'Open all',
  closeAll: 'Close all',
  addFigure: 'Add a figure',
  loading: 'Loading groups…',
  late: 'Grouping took too long. Filter the list, or try again.',
  failed: 'The groups could not be loaded.',
  retry: 'Try again',
  more: 'Show more groups ({count} left)',
  tooMany:
    'There is {count} more group. Filter the list to see it. |||| There are {count} more groups. Filter the list to see them.',
  longer:
    '{count} record is in no group, because its text has more than 200 characters. |||| {count} records are in no group, because their texts have more than 200 characters.',
  bounds:
    '{count} record is in no group, because its value is below or above a limit. |||| {count} records are in no group, because their values are below or above a limit.',
};

export type GroupTexts = typeof texts;
