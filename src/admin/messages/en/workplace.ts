/** What the dashboard and the choice of the current record say; they come with them. */
export const texts = {
  current: {
    find: 'Find',
    noneOption: 'None: show everything',
    nothingFound: 'Nothing found',
    searching: 'Searching …',
    failed: 'The list could not be loaded.',
    gone: 'The record you chose no longer exists, or you may not see it. Lists show everything again.',
  },
  cards: {
    numbers: 'Collections',
    checks: 'Quality',
    tooLong: 'Counting takes too long at the moment.',
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
    more: 'More values are not shown.',
  },
};

export type WorkplaceTexts = typeof texts;
