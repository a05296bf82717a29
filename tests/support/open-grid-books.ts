import { beforeEach } from 'vitest';
import { openScreensOf } from './open-screens-of.ts';
import { addRecords, screenLibrary } from './screen-library.ts';

/** For the tests of a file: screens of a library with two authors, and Book A, B and C before each test. */
export async function openGridBooks() {
  const api = await openScreensOf(screenLibrary, {
    clear: async ({ call }) => {
      sessionStorage.clear();
      const body = { action: 'delete', where: {}, all: true };
      await call('POST', '/api/books/bulk', { as: 'admin', body });
    },
  });
  await addRecords(api, '/api/authors', [{ name: 'Ada' }, { name: 'Bo' }]);
  beforeEach(async () => {
    const books = ['A', 'B', 'C'].map((letter, index) => ({
      title: `Book ${letter}`,
      pages: 100 + index,
    }));
    await addRecords(api, '/api/books', books);
  });

  /** The books as they are stored, by their titles. */
  const stored = async (): Promise<Record<string, any>[]> =>
    (await api.call('GET', '/api/books?_sort=title', { as: 'admin' })).json.data;
  return { api, stored };
}
