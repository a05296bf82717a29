import type { TestApi } from './api.ts';
import { addBooksOfTwo } from './books-of-two.ts';
import { openScreensOf } from './open-screens-of.ts';
import { screenLibrary } from './screen-library.ts';

/** Opens the library with books of two authors for the tests of a file; the layout of the list is fresh for each. */
export function openBooks(): () => TestApi {
  let api: TestApi;
  openScreensOf(
    screenLibrary,
    async (opened) => {
      api = opened;
      await addBooksOfTwo(api);
    },
    {
      clear: async () => {
        const settings = '/api/users/current/settings/grid.books';
        await api.call('DELETE', settings, { as: 'admin' });
      },
    },
  );
  return () => api;
}
