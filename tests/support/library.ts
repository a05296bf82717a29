import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

/** What no answer to anyone but an admin may ever hold; written into every field only admins read. */
export const CANARY = 'canary-7f3a';

const staffMay = ['list', 'read', 'create', 'update', 'delete', 'export', 'import'];
const onlyAdmins = { read: ['admin'], write: ['admin'] };

/**
 * A small installation with a field of every shape, fields some roles may not read or
 * write, and a resource one role knows nothing of. Nothing in it is about chemicals.
 */
export const librarySource = {
  app: { title: 'Library', languages: ['en', 'de'] },
  roles: {
    admin: { all: true },
    dev: { all: true, devMenu: true },
    staff: {},
    viewer: {},
  },
  resources: {
    authors: {
      root: '/api/authors',
      path: '/authors',
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true, unique: true, search: true },
        penName: { type: 'text', search: true, ...onlyAdmins },
        mentor: { type: 'reference', to: 'authors' },
      },
      permissions: { staff: staffMay, viewer: ['list', 'read'] },
    },
    books: {
      root: '/api/books',
      path: '/books',
      title: '{title}',
      importKey: 'isbn',
      fields: {
        title: { type: 'text', required: true, search: true, maxLength: 100 },
        isbn: { type: 'text', unique: true, pattern: '^[0-9-]+$' },
        blurb: { type: 'text', multiline: true },
        pages: {
          type: 'number',
          integer: true,
          min: 1,
          max: 10_000,
          aliases: ['Number of pages', 'Seitenzahl'],
        },
        price: { type: 'number', decimals: 2 },
        inPrint: { type: 'boolean', default: true },
        printedOn: { type: 'date' },
        lentAt: { type: 'datetime' },
        genre: { type: 'choice', choices: ['novel', 'poetry', 'science'] },
        moods: { type: 'choices', choices: ['dark', 'light', 'odd'] },
        tags: { type: 'tags' },
        author: { type: 'reference', to: 'authors' },
        editors: { type: 'references', to: 'authors' },
        shelf: {
          type: 'object',
          fields: { room: { type: 'text' }, row: { type: 'number', integer: true } },
        },
        extra: { type: 'json' },
        site: { type: 'url' },
        secret: { type: 'text', search: true, ...onlyAdmins },
        stock: { type: 'number', integer: true, write: ['admin'] },
        legacyId: { type: 'text', readOnly: true },
      },
      list: { columns: ['title'], sort: 'title' },
      permissions: { staff: staffMay, viewer: ['list', 'read', 'export'] },
    },
    ledgers: {
      root: '/api/ledgers',
      path: '/ledgers',
      fields: { entry: { type: 'text', required: true, search: true } },
      permissions: { staff: ['create', 'list'] },
    },
    users: {
      root: '/api/users',
      path: '/users',
      title: '{name}',
      importKey: 'email',
      fields: {
        email: { type: 'email', required: true, unique: true, search: true },
        name: { type: 'text', required: true, search: true },
        organisation: { type: 'text' },
        role: { type: 'choice', required: true, choices: ['admin', 'dev', 'staff', 'viewer'] },
        status: {
          type: 'choice',
          choices: ['pending', 'confirmed', 'disabled', 'invited'],
          default: 'pending',
        },
        lastLoginAt: { type: 'datetime', readOnly: true },
      },
      permissions: { staff: ['list', 'read', 'create', 'update', 'delete'] },
    },
  },
};

export function libraryDescriptor(): ReturnType<typeof toDescriptor> {
  return toDescriptor(structuredClone(librarySource));
}
