/** What the counts beside a list say. */
export const facets = {
  title: 'Values',
  close: 'Close',
  empty: 'No value',
  more: 'The 20 most frequent',
  moreYears: 'The newest 200 years',
  showAll: 'Show {count}',
  none: 'No values here',
  late: 'Not counted in time',
  failed: 'The values could not be counted',
  retry: 'Try again',
  clear: 'Clear {label}',
  from: '{label}, from',
  to: '{label}, to below',
  range: '{from} to below {to}',
  all: 'Pull over the bars, or move the ends',
};

export type FacetTexts = typeof facets;
