/** What the counts beside a list say. */
export const texts = {
  title: 'Values',
  close: 'Close',
  empty: 'No value',
  more: 'The 20 most frequent',
  moreYears: 'The newest 200 years',
  showAll: 'Show {count}',
  none: 'No values here',
  late: 'Counting took too long',
  failed: 'The values could not be counted',
  retry: 'Try again',
  clear: 'Clear {label}',
  from: '{label}, from',
  to: '{label}, to below',
  range: '{from} to below {to}',
  all: 'Drag over the bars, or move the ends',
};

export type FacetTexts = typeof texts;
