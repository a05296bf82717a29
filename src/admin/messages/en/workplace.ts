/** What the dashboard and the choice of the current record say; they come with them. */
export const workplace = {
  current: {
    find: 'Find',
    noneOption: 'None: show everything',
    nothingFound: 'Nothing found',
    searching: 'Searching …',
    failed: 'The list could not be loaded.',
    gone: 'What you had chosen is no longer there, or not for you. Lists show everything again.',
  },
  cards: {
    numbers: 'Collections',
    checks: 'Quality',
    tooLong: 'This takes too long to count at the moment.',
    failed: 'This could not be loaded.',
    retry: 'Try again',
    openList: 'Open the list',
    all: 'Show all ({count})',
    nothing: 'Nothing to do here.',
    noData: 'Nothing to show yet.',
    fine: 'fine',
    nothingToCheck: 'Nothing to check',
    toLookAt: '{count} to look at',
    grown: '{count} in 30 days',
    unchanged: 'no change in 30 days',
    asTable: 'Show as a table',
    asChart: 'Show as a chart',
    month: 'Month',
    records: 'Records',
    empty: 'Not given',
    more: 'Further values are not shown.',
  },
};

export type WorkplaceTexts = typeof workplace;
