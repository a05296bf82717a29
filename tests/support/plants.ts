import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { expect } from 'vitest';
import type { TestAnswer, TestApi } from './api.ts';
import { librarySource } from './library.ts';

const all = ['list', 'read', 'create', 'update', 'delete'];
const own = { createdBy: '$user' };

/** Plants that can be entered twice, and bags that refer to them. */
export const plantsDescriptor = toDescriptor({
  roles: {
    admin: { all: true },
    keeper: {},
    reader: {},
    owner: {},
    gardener: {},
    curator: {},
  },
  resources: {
    plants: {
      importKey: 'key',
      title: '{name}',
      fields: {
        key: { type: 'text', required: true, unique: true },
        name: { type: 'text', required: true, search: true },
        code: { type: 'text', unique: true },
        secret: { type: 'text', read: ['admin'], write: ['admin'] },
        parent: { type: 'reference', to: 'plants' },
        remarks: { type: 'text' },
      },
      duplicates: [
        { field: 'name' },
        { field: 'name', by: 'letters' },
        { field: 'name', by: 'similarity' },
        { field: 'secret' },
      ],
      permissions: {
        keeper: all,
        reader: ['list', 'read'],
        owner: { list: true, read: own, create: true, update: own, delete: own },
        gardener: { list: true, read: true, create: true, update: own, delete: own },
        curator: { list: true, read: true, create: true, update: true, delete: own },
      },
    },
    bags: {
      fields: {
        label: { type: 'text', required: true },
        plant: { type: 'reference', to: 'plants' },
        mix: { type: 'references', to: 'plants' },
      },
      permissions: { keeper: all, reader: ['list', 'read'], owner: ['list', 'read'] },
    },
    /** Nothing refers to them. */
    stones: {
      importKey: 'name',
      fields: { name: { type: 'text', required: true, unique: true } },
      duplicates: [{ field: 'name' }],
      permissions: { keeper: all },
    },
    users: librarySource.resources.users,
  },
});

let made = 0;

/** What one does with them, by the API. */
export function useOfPlants(api: () => TestApi) {
  return {
    async plant(name: string, more: object = {}, as = 'keeper'): Promise<any> {
      const body = { key: `k${++made}`, name, ...more };
      const { json, status } = await api().call('POST', '/api/plants', { as, body });
      expect(status).toBe(201);
      return json;
    },
    async bag(more: object): Promise<any> {
      const body = { label: `b${++made}`, ...more };
      return (await api().call('POST', '/api/bags', { as: 'keeper', body })).json;
    },
    merge(keep: any, gone: any[], more: object = {}, as = 'keeper'): Promise<TestAnswer> {
      const all = [keep, ...gone].map(({ _id, _version }) => [_id, _version]);
      const versions = Object.fromEntries(all);
      const body = { keep: keep._id, merge: gone.map(({ _id }) => _id), versions, ...more };
      return api().call('POST', '/api/plants/merge', { as, body });
    },
    get: (path: string, as = 'keeper'): Promise<TestAnswer> => api().call('GET', path, { as }),
  };
}
