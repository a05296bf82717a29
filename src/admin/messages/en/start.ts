/** The texts needed before the catalogue is loaded. */
export const texts = {
  loading: 'Loading…',
  failed: 'The app could not be loaded',
  retry: 'Try again',
  offline: 'You are offline. This page reloads when the connection is back.',
  unreachable: 'The server is not responding. Check your connection and try again.',
};
