import type { TestApi } from './api.ts';

const books = [
  {
    _id: 'b1',
    title: 'Alpha',
    isbn: '1',
    pages: 100,
    price: 9.5,
    inPrint: true,
    printedOn: '2001-05-01',
    lentAt: '2026-01-01T10:00:00Z',
    genre: 'novel',
    moods: ['dark', 'odd'],
    tags: ['x', 'Yellow'],
    author: 'a1',
    editors: ['a1', 'a2'],
    shelf: { room: 'North', row: 1 },
  },
  {
    _id: 'b2',
    title: 'beta 100%',
    isbn: '2',
    pages: 200,
    price: 19.99,
    inPrint: false,
    printedOn: '2002-05-01',
    lentAt: '2026-02-01T10:00:00Z',
    genre: 'poetry',
    moods: ['light'],
    tags: ['x'],
    author: 'a2',
    editors: ['a2'],
    shelf: { room: 'South', row: 2 },
  },
  { _id: 'b3', title: 'Gamma, ray', isbn: '3', pages: 300, inPrint: null, genre: 'science' },
  {
    _id: 'b4',
    title: 'Ähre_x',
    isbn: '4',
    pages: 400,
    author: 'a1',
    shelf: { room: 'north wing' },
  },
];

/** Two authors, and four books that differ in every field. */
export async function addBooks(api: TestApi): Promise<void> {
  await create(api, 'authors', { _id: 'a1', name: 'Ann' });
  await create(api, 'authors', { _id: 'a2', name: 'Bob' });
  for (const book of books) await create(api, 'books', book);
}

async function create(api: TestApi, resource: string, body: object): Promise<void> {
  const { status, text } = await api.call('POST', `/api/${resource}`, { as: 'admin', body });
  if (status !== 201) throw new Error(text);
}

/** The ids of the books a query finds, in the order of the answer. */
export async function findBooks(api: TestApi, query: string, as = 'staff'): Promise<string[]> {
  const { status, json, text } = await api.call('GET', `/api/books?${query}`, { as });
  if (status !== 200) throw new Error(text);
  return json.data.map(({ _id }: { _id: string }) => _id);
}
