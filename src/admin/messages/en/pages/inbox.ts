import type { InboxKind } from '../../../../contract/people/threads.ts';

const kinds: Record<InboxKind, string> = {
  mention: '{name} mentioned you',
  assigned: '{name} asks you',
  message: '{name} wrote',
  answered: '{name} answered',
  closed: '{name} closed the query',
  watched: 'Changed once |||| Changed {count} times',
  job: '{job} ended',
  approval: '{name} waits for approval',
};

/** The texts of the inbox. */
export const texts = {
  title: 'Inbox',
  show: 'Show',
  all: 'All',
  unread: 'Unread',
  isUnread: 'Unread:',
  markAll: 'Mark all as read',
  markRead: 'Mark as read (U)',
  markUnread: 'Mark as unread (U)',
  snooze: 'Hide until… (S)',
  tomorrow: 'Tomorrow, {day}',
  monday: 'Next Monday, {day}',
  otherDay: 'Choose a day…',
  day: 'Day',
  dayHint: 'The entry comes back unread on this day. Choose a day after today.',
  hide: 'Hide',
  kinds,
  somebody: 'Someone',
  aRecord: 'a record',
  withoutTitle: 'Without a record',
  loading: 'Loading…',
  more: 'Show more',
  empty:
    'Your inbox is empty. When someone mentions you, asks you something or answers you, you see it here. The same for changes of what you watch.',
  noneUnread: 'You have read everything.',
};

export type InboxTexts = typeof texts;
