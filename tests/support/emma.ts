import { openTestApi } from './api.ts';
import { sendImport } from './exchange.ts';

const emma = {
  isbn: '1',
  title: 'Emma',
  tags: ['b', 'a'],
  editors: ['ja', 'fh'],
  price: 1.5,
};

/** A library with one book, to import columns into. */
export async function openEmma() {
  const library = await openTestApi();

  /** Imports books with a mapping of their columns; the other parts of the request are in the last parameter. */
  async function send(
    file: readonly object[] | string,
    columns: Record<string, unknown>,
    { as = 'admin', ...parts }: Record<string, string> = {},
  ) {
    const name = typeof file === 'string' ? 'books.csv' : 'books.json';
    const sent = { mode: 'upsert', mapping: JSON.stringify(columns), ...parts };
    return await sendImport(library, '/api/books', file, { as, name, parts: sent });
  }

  return {
    library,
    send,
    /** Three authors and no book. */
    clear: async () => {
      await library.database.query('truncate books, authors cascade');
      await sendImport(library, '/api/authors', [
        { _id: 'ja', name: 'Jane Austen' },
        { _id: 'fh', name: 'Frank Herbert' },
        { _id: 'ul', name: 'Ursula Le Guin' },
      ]);
    },
    make: async (values: object = {}) => await send([{ ...emma, ...values }], {}),
    book: async (isbn = '1'): Promise<any> =>
      (await library.call('GET', `/api/books?isbn=${isbn}`, { as: 'admin' })).json.data[0],
  };
}

/** The mapping of one column whose cells write in this way. */
export const toWrite = (field: string, write: string) => ({ [field]: { field, write } });
