/** What can be said before the catalogue itself is there. */
export const texts = {
  loading: 'Loading …',
  failed: 'The application could not be loaded',
  retry: 'Try again',
  offline: 'There is no connection. This page loads again when the connection is back.',
  unreachable: 'The server does not answer. Check your connection and try again.',
};
