/** The texts of the dashboard and of the choice of the pinned record, loaded with them. */
export const texts = {
  current: {
    find: 'Find',
    noneOption: 'None: show everything',
    nothingFound: 'Nothing found',
    searching: 'Searching…',
    failed: 'The list could not be loaded.',
    gone: 'The selected record no longer exists or is not visible to you. Lists show all records again.',
  },
  cards: {
    numbers: 'Collections',
    checks: 'Quality',
    tooLong: 'Counting takes too long right now.',
    failed: 'This could not be loaded.',
    retry: 'Try again',
    openList: 'Open list',
    all: 'Show all ({count})',
    nothing: 'Nothing to do.',
    noData: 'Nothing to show yet.',
    fine: 'OK',
    nothingToCheck: 'Nothing to review',
    toLookAt: '{count} to review',
    grown: '{count} in 30 days',
    unchanged: 'no change in 30 days',
    asTable: 'Show as a table',
    asChart: 'Show as a chart',
    month: 'Month',
    records: 'Records',
    empty: 'Not specified',
    bounds: 'Below or above a limit',
    more: 'Only the most frequent values are shown.',
  },
};

export type WorkplaceTexts = typeof texts;
