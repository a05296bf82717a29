import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

/** Books on shelves, of which one can be the current one, with a dashboard of every kind of card. */
export const bookshop = toDescriptor({
  app: {
    languages: ['en', 'de'],
    current: 'shelves',
    dashboard: [
      { name: 'books', kind: 'count', label: { en: 'Volumes', de: 'Bände' }, resource: 'books' },
      { name: 'shelves', kind: 'count', resource: 'shelves' },
      {
        name: 'mine',
        kind: 'list',
        label: { en: 'My books', de: 'Meine Bücher' },
        resource: 'books',
        filter: { createdBy: '$user' },
        columns: ['genre'],
        sort: 'name',
        limit: 2,
      },
      { name: 'asked', kind: 'queries', label: { en: 'Asked of me', de: 'Fragen an mich' } },
      {
        name: 'unpriced',
        kind: 'check',
        label: { en: 'Books without a price', de: 'Bücher ohne Preis' },
        resource: 'books',
        filter: { price_null: true },
      },
      {
        name: 'unnamed',
        kind: 'check',
        label: { en: 'Shelves without books', de: 'Regale ohne Bücher' },
        help: { en: 'Buy some.', de: 'Welche kaufen.' },
        resource: 'shelves',
        filter: { 'count(books.shelf)': 0 },
      },
      {
        name: 'genres',
        kind: 'chart',
        label: { en: 'Genres', de: 'Gattungen' },
        resource: 'books',
        by: 'genre',
      },
      {
        name: 'months',
        kind: 'chart',
        label: { en: 'Books per month', de: 'Bücher je Monat' },
        resource: 'books',
        by: 'createdAt',
        every: 'month',
      },
      { name: 'latest', kind: 'changes', label: { en: 'Latest changes', de: 'Zuletzt' } },
    ],
  },
  roles: { admin: { all: true }, reader: {} },
  resources: {
    shelves: {
      label: { en: 'Shelves', de: 'Regale' },
      title: '{name}',
      fields: {
        name: { type: 'text', label: { en: 'Name', de: 'Name' }, required: true, search: true },
      },
    },
    books: {
      label: { en: 'Books', de: 'Bücher' },
      title: '{name}',
      fields: {
        name: { type: 'text', label: { en: 'Name', de: 'Name' }, required: true, search: true },
        price: { type: 'number', label: { en: 'Price', de: 'Preis' } },
        genre: {
          type: 'choice',
          label: { en: 'Genre', de: 'Gattung' },
          choices: [
            { value: 'novel', label: { en: 'Novel', de: 'Roman' } },
            { value: 'poems', label: { en: 'Poems', de: 'Gedichte' } },
          ],
        },
        shelf: { type: 'reference', label: { en: 'Shelf', de: 'Regal' }, to: 'shelves' },
      },
      permissions: { reader: ['list', 'read'] },
    },
    users: {
      title: '{name}',
      label: { en: 'Users', de: 'Benutzer' },
      fields: {
        email: {
          type: 'email',
          label: { en: 'E-mail', de: 'E-Mail' },
          required: true,
          unique: true,
        },
        name: { type: 'text', label: { en: 'Name', de: 'Name' }, required: true },
        role: {
          type: 'choice',
          label: { en: 'Role', de: 'Rolle' },
          choices: ['admin', 'reader'],
        },
        status: {
          type: 'choice',
          label: { en: 'Status', de: 'Status' },
          choices: ['pending', 'confirmed', 'disabled', 'invited'],
        },
      },
    },
  },
});
