/** Filters in words. */
export const filterWords = {
  structure: {
    title: 'Structure',
    newCollection: 'New collection',
    only: 'Only if {value}',
    filter: {
      and: '{left} and {right}',
      or: '{left} or {right}',
      not: 'not ({value})',
      quoted: '“{value}”',
      always: 'always',
      never: 'never',
      through: '{reference} › {value}',
      before: '{field} before the change',
      some: 'one of {records}: {value}',
      count: 'number of {records} {value}',
      tokens: { now: 'now', today: 'today', user: 'the user', year: 'this year' },
    },
  },
};
