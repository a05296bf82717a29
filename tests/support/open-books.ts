import type { TestApi } from './api.ts';
import { addBooksOfTwo } from './books-of-two.ts';
import { openScreensOf } from './open-screens-of.ts';
import { screenLibrary } from './screen-library.ts';

/** Opens the library with books of two authors for the tests of a file; the layout of the list is fresh for each. */
export async function openBooks(): Promise<TestApi> {
  const api = await openScreensOf(screenLibrary, {
    clear: async ({ call }) => {
      await call('DELETE', '/api/users/current/settings/grid.books', { as: 'admin' });
    },
  });
  await addBooksOfTwo(api);
  return api;
}
