import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import type { TestAnswer, TestApi } from './api.ts';
import { librarySource } from './library.ts';

const all = ['list', 'read', 'create', 'update', 'delete', 'history', 'restore'];
const inOpenRooms = { room: 'open' };

/** Paintings and their artists, with a past that roles see in part: guides only what hangs in open rooms. */
const museumSource = {
  roles: { admin: { all: true }, curator: {}, guide: {}, keeper: {}, reader: {}, clerk: {} },
  resources: {
    paintings: {
      title: '{title} ({number})',
      importKey: 'number',
      unique: [['shelf', 'place']],
      duplicates: [{ field: 'title' }],
      fields: {
        number: { type: 'text', required: true, unique: true },
        title: { type: 'text', required: true },
        artist: { type: 'reference', to: 'artists' },
        models: { type: 'references', to: 'artists' },
        room: { type: 'choice', choices: ['open', 'store'], default: 'open' },
        secret: { type: 'text', read: ['admin'] },
        remark: { type: 'text', write: ['admin'] },
        label: { type: 'text', maxLength: 20 },
        size: {
          type: 'object',
          fields: { width: { type: 'number' }, height: { type: 'number' } },
        },
        extra: { type: 'json' },
        shelf: { type: 'text' },
        place: { type: 'text' },
        loud: { type: 'text', computed: 'upper(title)' },
      },
      permissions: {
        curator: all,
        guide: {
          list: inOpenRooms,
          read: true,
          update: true,
          delete: true,
          history: true,
          restore: true,
        },
        // Sees what they were the last to change.
        keeper: { list: { updatedBy: '$user' }, read: true, history: true },
        reader: ['list', 'read'],
        clerk: ['list', 'read', 'update', 'history'],
      },
    },
    artists: {
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true },
        born: { type: 'number', integer: true },
        alias: { type: 'text', read: ['admin'] },
        known: { type: 'boolean', default: true },
      },
      permissions: {
        curator: all,
        guide: { list: { known: true }, read: true, history: true },
        reader: ['list', 'read'],
      },
    },
    users: librarySource.resources.users,
  },
};

export const museumDescriptor = () => toDescriptor(museumSource);

let made = 0;

/** What one does in the museum, by the API. */
export function useOfMuseum(api: () => TestApi) {
  const call = (
    method: string,
    path: string,
    body?: unknown,
    as = 'admin',
    match: string | null = '*',
  ): Promise<TestAnswer> =>
    api().call(method, path, {
      as,
      ...(body !== undefined && { body }),
      headers: match === null ? {} : { 'If-Match': match },
    });
  const done = async (answer: Promise<TestAnswer>): Promise<any> => {
    const { status, json, text } = await answer;
    if (status >= 300) throw new Error(`${status} ${text}`);
    return json;
  };
  return {
    call,
    artist: (name: string, more: object = {}) =>
      done(call('POST', '/api/artists', { name, ...more })),
    painting: (title: string, more: object = {}, as = 'admin') =>
      done(call('POST', '/api/paintings', { number: `n${++made}`, title, ...more }, as)),
    change: (id: string, values: object, as = 'admin') =>
      done(call('PATCH', `/api/paintings/${id}`, values, as)),
    history: (id: string, query = '', as = 'admin') =>
      call('GET', `/api/paintings/${id}/history${query}`, undefined, as),
    version: (id: string, version: number | string, as = 'admin') =>
      call('GET', `/api/paintings/${id}/history/${version}`, undefined, as),
    restore: (id: string, body: unknown, as = 'admin', match: string | null = '*') =>
      call('POST', `/api/paintings/${id}/restore`, body, as, match),
  };
}
