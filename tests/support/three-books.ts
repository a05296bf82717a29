import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openTestApi, type TestApi } from './api.ts';
import { addRecords, screenLibrary } from './screen-library.ts';
import { closeScreen, startScreens, stopScreens } from './screen.tsx';

/** For the tests of a file: screens of a library that has these three books, and nothing taken in, before each. */
export function openThreeBooks(isOpen: (api: TestApi) => void): void {
  let api: TestApi;

  beforeAll(async () => {
    const descriptor = screenLibrary();
    api = await openTestApi({ descriptor: () => descriptor });
    isOpen(api);
    startScreens(api);
  });
  beforeEach(async () => {
    await api.database.query('truncate books, backoffice.jobs, backoffice.recipes cascade');
    await addRecords(api, '/api/books', [
      { title: 'Alpha', isbn: '1', genre: 'novel' },
      { title: 'Beta', isbn: '2', genre: 'poetry' },
      { title: 'Gamma', isbn: '3', genre: 'novel' },
    ]);
  });
  afterEach(closeScreen);
  afterAll(async () => {
    stopScreens();
    await api.close();
  });
}
