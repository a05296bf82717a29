/** The first part of the keys of all queries about the inbox. */
export const INBOX = 'inbox';

const THREADS = 'threads of ';

/** The first part of the keys of all queries about the threads of a collection, which its events read again. */
export const threadsKey = (resource: string): string => `${THREADS}${resource}`;

/** Whether the events about a query are not sent again to a page whose stream was broken. */
export const isToldOnce = (key: unknown): boolean =>
  key === INBOX || (typeof key === 'string' && key.startsWith(THREADS));
