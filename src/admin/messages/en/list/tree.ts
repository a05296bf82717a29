/** The texts of a list shown as a tree. */
export const texts = {
  opened: '{title} is open',
  closed: '{title} is closed',
  open: 'Open {title}',
  close: 'Close {title}',
  level: 'Level {level}',
  more: 'Show more{?count}',
  moreIn: 'Show more in {title}{?count}',
  count: ': {shown} of {total} shown',
  loading: 'Loading…',
  failed: 'The records below {title} could not be loaded.',
  failedMore: 'More records could not be loaded.',
  retry: 'Try again',
};

export type TreeTexts = typeof texts;
