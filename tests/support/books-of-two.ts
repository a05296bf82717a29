import type { TestApi } from './api.ts';
import { addRecords } from './screen-library.ts';

/** Three books of two authors, which differ in all that a list can be narrowed by. */
export async function addBooksOfTwo(api: TestApi): Promise<void> {
  const [ada, bo] = await addRecords(api, '/api/authors', [{ name: 'Ada' }, { name: 'Bo' }]);
  await addRecords(api, '/api/books', [
    { title: 'Book A', pages: 100, genre: 'novel', author: ada!._id, printedOn: '2001-05-01' },
    { title: 'Book B', pages: 200, genre: 'novel', author: bo!._id, printedOn: '2001-12-31' },
    { title: 'Book C', pages: 300, genre: 'poetry', author: ada!._id, printedOn: '2003-01-01' },
  ]);
}
