import { beforeEach } from 'vitest';
import type { TestApi } from './api.ts';
import { openScreensOf } from './open-screens-of.ts';
import { addRecords, screenLibrary } from './screen-library.ts';

/** For the tests of a file: screens of a library that has these three books, and nothing taken in, before each. */
export async function openThreeBooks(): Promise<TestApi> {
  const api = await openScreensOf(screenLibrary);
  beforeEach(async () => {
    await api.database.query('truncate books, backoffice.jobs, backoffice.recipes cascade');
    await addRecords(api, '/api/books', [
      { title: 'Alpha', isbn: '1', genre: 'novel' },
      { title: 'Beta', isbn: '2', genre: 'poetry' },
      { title: 'Gamma', isbn: '3', genre: 'novel' },
    ]);
  });
  return api;
}
