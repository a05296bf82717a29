import { openTestApi, type TestApi } from './api.ts';
import { fetchExport, sendImport, type Sent } from './exchange.ts';

/** Texts a spreadsheet, a parser or a file could trip over. */
const texts = [
  '=1+1',
  '+49 30',
  '-5',
  '@home',
  "'=quoted",
  "''=twice",
  "'tis",
  '＝full',
  '\t=tab',
  '5" pipe; "quoted", and, more',
  'two\nlines',
  'two\r\nWindows lines',
  'a\u{1}b_x0041_c',
  '007',
  '1e5',
  '2024-02-29',
  'TRUE',
  'Größe 塑料 🧪',
  '#N/A is no cell',
  '#N/A',
  "'#REF!",
  '&lt;b&gt; <b> \\ |',
];

const shelf = (at: number) => ({
  _id: `b${String(at).padStart(2, '0')}`,
  title: `${at}`,
  blurb: texts[at],
  isbn: String(at),
  pages: at + 1,
  price: -at / 100,
  inPrint: at % 2 === 0,
  printedOn: ['1999-12-31', '0987-01-01', '1900-01-01', '9999-12-31'][at % 4],
  lentAt: '2026-01-01T12:00:00.257Z',
  genre: 'novel',
  moods: ['dark', 'odd'],
  tags: ['a | b', 'c\\d', '=e', 'f, g; h'],
  author: 'ja',
  editors: ['fh', 'ja'],
  shelf: { room: '=A', row: at },
  extra: { deep: [1, { two: null }], text: '=x' },
  site: 'https://example.org/?a=1&b=2',
  secret: '=s',
  stock: 0,
});

export type Shelves = {
  library: TestApi;
  /** Takes books away, and has two authors to refer to. */
  clear(): Promise<void>;
  /** A book for each awkward text, and one with nothing but a title. */
  fill(): Promise<any[]>;
  all(): Promise<any[]>;
  books(file: Parameters<typeof sendImport>[2], sent?: Sent): ReturnType<typeof sendImport>;
  exported(query: string): ReturnType<typeof fetchExport>;
};

/** A library whose books go out and in as files. */
export async function openShelves(): Promise<Shelves> {
  const library = await openTestApi();
  const all = async () =>
    (await library.call('GET', '/api/books?_sort=_id&_perPage=100', { as: 'admin' })).json.data;
  return {
    library,
    all,
    clear: async () => {
      await library.database.query('truncate backoffice.history, books, authors cascade');
      await sendImport(library, '/api/authors', [
        { _id: 'ja', name: '=Austen, "Jane"' },
        { _id: 'fh', name: 'Frank | Herbert', mentor: 'ja' },
      ]);
    },
    fill: async () => {
      const records = texts.map((_, at) => shelf(at));
      await sendImport(library, '/api/books', [...records, { _id: 'bare', title: 'Nothing else' }]);
      return all();
    },
    books: (file, sent = {}) =>
      sendImport(library, '/api/books', file, { name: 'books.csv', ...sent }),
    exported: (query) => fetchExport(library, `/api/books/export?${query}`),
  };
}
