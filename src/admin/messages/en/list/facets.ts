/** The texts of the counts beside a list. */
export const texts = {
  title: 'Values',
  close: 'Close',
  empty: 'No value',
  more: 'The 20 most frequent',
  moreYears: 'The most recent 200 years',
  showAll: 'Show {count}',
  none: 'No values',
  late: 'Counting took too long',
  failed: 'The values could not be counted',
  retry: 'Try again',
  clear: 'Clear {label}',
  from: '{label}, from',
  to: '{label}, to',
  below: '{label}, upper limit (exclusive)',
  bounds: 'Not counted, as they are below or above a limit: {count}',
  range: '{from} to less than {to}',
  all: 'Drag across the bars or move the handles',
};

export type FacetTexts = typeof texts;
