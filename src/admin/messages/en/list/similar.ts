/** The texts of records that are similar to what was searched for. */
export const texts = {
  title: 'Did you mean',
  searchInstead: 'Search for “{text}”',
  exact: 'Exact match',
};
