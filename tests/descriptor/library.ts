import type { Resource } from '../../src/descriptor/descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

/** A small installation with a field of every kind that the descriptor treats in a way of its own. */
export const librarySource = {
  app: { languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {}, viewer: {}, guest: {} },
  resources: {
    books: {
      title: '{code}: {name}',
      importKey: 'code',
      fields: {
        code: { type: 'text', required: true, unique: true, search: true, maxLength: 10 },
        name: { type: 'text', search: true },
        year: { type: 'number', integer: true, min: 1500, max: 2100 },
        price: { type: 'number', read: ['admin', 'staff'] },
        lent: { type: 'boolean' },
        bought: { type: 'date' },
        status: { type: 'choice', choices: ['new', 'old'], default: 'new' },
        keywords: { type: 'tags', search: true },
        author: { type: 'reference', to: 'authors' },
        editors: { type: 'references', to: 'authors' },
        shelf: {
          type: 'object',
          fields: {
            room: { type: 'text', required: true },
            row: { type: 'number', integer: true },
          },
        },
        notes: { type: 'json' },
        secret: { type: 'text', search: true, read: ['admin'] },
        rating: { type: 'number', write: ['admin'] },
        lastLent: { type: 'datetime', readOnly: true },
        cas: { type: 'cas', pseudoKeys: true },
      },
      list: { columns: ['code', 'price', 'shelf.room', 'createdAt'], sort: '-year,code' },
      form: [
        { tab: { en: 'Book', de: 'Buch' }, fields: ['code', 'name'] },
        { tab: { en: 'Money', de: 'Geld' }, fields: ['price'] },
      ],
      permissions: {
        staff: ['list', 'read', 'create', 'update', 'export', 'import'],
        viewer: ['list', 'read'],
      },
      public: { fields: ['code', 'name'] },
    },
    authors: {
      title: '{name}',
      fields: { name: { type: 'text', required: true } },
      permissions: { staff: ['list', 'read'] },
    },
    users: {
      importKey: 'email',
      title: '{name}',
      fields: {
        email: { type: 'email', required: true, unique: true, read: ['admin'] },
        name: { type: 'text', required: true },
      },
      permissions: { staff: ['list', 'read'], viewer: ['list'] },
    },
  },
};

export const library = toDescriptor(librarySource);
export const books = resourceOf('books');

export function resourceOf(name: string): Resource {
  const resource = library.resources.get(name);
  if (!resource) throw new Error(`The library has no ${name}`);
  return resource;
}
