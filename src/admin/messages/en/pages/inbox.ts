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
  jobFailed: '{job} failed',
  jobTried: 'Dry run ended: check it, then import',
  jobKinds: { import: 'Import', export: 'Export', undo: 'Undo' },
  entered: 'Now in “{view}” |||| {count} records are now in “{view}”',
  left: 'No longer in “{view}” |||| {count} records are no longer in “{view}”',
  newRecords: '{count} new record |||| {count} new records',
  changedRecords: '{count} record changed |||| {count} records changed',
  openWatches: 'What you watch',
  watches: 'What you watch',
  watchOwn: 'What others change in records that you created',
  noWatches: 'You watch no record, comment or collection. Choose “Watch” where you see one.',
  watchedView: 'Saved view',
  watchedNew: 'New records',
  watchedThread: 'Comments',
  endWatch: 'Stop watching {title}',
  close: 'Close',
  mails: {
    link: 'Choose emails',
    title: 'Emails about the inbox',
    help: 'What you also get by email. The daily email has everything in one, at 7:00 in the morning.',
    times: { atOnce: 'At once', daily: 'Once a day', never: 'Never' },
    kinds: {
      mention: 'Someone mentions me',
      assigned: 'Someone asks me',
      message: 'Someone writes in comments that I watch',
      answered: 'A query is answered',
      closed: 'A query is closed',
      watched: 'Something that I watch changes',
      job: 'A job ends',
      approval: 'Someone waits for approval',
    },
    noServer:
      'No mail server is set up, so no emails are sent. Your choices apply once an admin has set one up.',
    undelivered:
      'The last email to {email} could not be delivered. Ask an admin whether the address is right.',
  },
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
