import { beforeEach } from 'vitest';
import type { TestApi } from './api.ts';
import { openScreensOf } from './open-screens-of.ts';
import { addRecords, screenLibrary } from './screen-library.ts';
import { openScreen, startEditing, type ScreenOptions, type TestScreen } from './screen.tsx';

type Own = { api: TestApi; author: Record<string, any>; book: Record<string, any> };

type OwnBook = {
  /** The book as it is stored, or another one. */
  stored(id?: string): Promise<Record<string, any>>;
  open(options?: ScreenOptions): Promise<TestScreen>;
  /** The same with inputs. */
  edit(options?: ScreenOptions): Promise<TestScreen>;
};

/** For the tests of a file: screens of a library in which each test has a book of its own, by one author. */
export async function openOwnBook(isReady: (own: Own) => void): Promise<OwnBook> {
  let book: Record<string, any>;
  let count = 0;

  const api = await openScreensOf(screenLibrary);
  const [author] = (await addRecords(api, '/api/authors', [{ name: 'Ada' }])) as [
    Record<string, any>,
  ];
  beforeEach(async () => {
    count += 1;
    [book] = (await addRecords(api, '/api/books', [
      {
        title: `Title ${count}`,
        isbn: `${count}-1`,
        author: author['_id'],
        genre: 'novel',
        tags: ['old'],
        pages: 100,
        secret: 'hush',
        shelf: { room: 'A', row: 1 },
      },
    ])) as [Record<string, any>];
    isReady({ api, author, book });
  });

  const open = (options?: ScreenOptions): Promise<TestScreen> =>
    openScreen(api, `/books/details/${book['_id']}`, options);
  return {
    stored: async (id = book['_id']) =>
      (await api.call('GET', `/api/books/${id}`, { as: 'admin' })).json,
    open,
    async edit(options) {
      const opened = await open(options);
      await startEditing(opened.user);
      return opened;
    },
  };
}
