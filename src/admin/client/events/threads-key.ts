/** The first part of the keys of all queries about the threads of a collection, which its events read again. */
export const threadsKey = (resource: string): string => `threads of ${resource}`;
