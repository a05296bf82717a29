import type { TestApi } from './api.ts';
import { addRecords } from './screen-library.ts';

/** Thirty books, every third of them a novel, by two authors in turn. */
export async function addThirtyBooks(api: TestApi): Promise<void> {
  const authors = await addRecords(api, '/api/authors', [{ name: 'Ada' }, { name: 'Bo' }]);
  await addRecords(
    api,
    '/api/books',
    Array.from({ length: 30 }, (_, index) => ({
      title: `Book ${String(index + 1).padStart(2, '0')}`,
      genre: index % 3 === 0 ? 'novel' : 'poetry',
      pages: 100 + index,
      author: authors[index % 2]!['_id'],
      tags: index === 0 ? ['rare'] : [],
      secret: 'hush',
    })),
  );
}
