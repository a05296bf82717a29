import { afterAll, beforeAll, beforeEach } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestAnswer, type TestApi } from './api.ts';

const all = ['list', 'read', 'create', 'update', 'import'] as const;
const descriptor = toDescriptor({
  app: { title: 'Laboratory' },
  roles: { admin: { all: true }, chemist: {}, clerk: {}, driver: {} },
  resources: {
    samples: {
      importKey: 'code',
      title: '{code}',
      permissions: { chemist: [...all], clerk: [...all] },
      fields: { code: { type: 'text', unique: true, required: true }, note: { type: 'text' } },
    },
    trips: {
      title: '{place}',
      permissions: { driver: [...all], clerk: [...all] },
      fields: { place: { type: 'text' } },
    },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin', 'chemist', 'clerk', 'driver'] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
});

export const request = { mode: 'upsert', key: 'code', mapping: { Code: 'code', Text: 'note' } };

export type RecipePeople = {
  api: TestApi;
  call(
    method: string,
    path: string,
    body?: object,
    as?: string,
    version?: number,
  ): Promise<TestAnswer>;
  /** Saves a recipe of the samples. */
  add(more?: object, as?: string): Promise<TestAnswer>;
  idOf(more?: object, as?: string): Promise<string>;
};

/**
 * For the tests of a file: a laboratory without samples, jobs and recipes before each. The owner and a colleague are
 * chemists, Clara is a clerk, and Dan is a driver, who may not import samples.
 */
export function openRecipePeople(isOpen: (people: RecipePeople) => void): void {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi({ descriptor: () => descriptor });
    for (const [name, role] of [
      ['owner', 'chemist'],
      ['colleague', 'chemist'],
      ['clara', 'clerk'],
      ['dan', 'driver'],
    ] as const)
      await api.addUser(name, role);
    const call: RecipePeople['call'] = (method, path, body, as = 'owner', version) =>
      api.call(method, path, {
        as,
        ...(body && { body }),
        ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
      });
    const add: RecipePeople['add'] = (more = {}, as = 'owner') =>
      call('POST', '/api/samples/recipes', { name: 'Laboratory', request, ...more }, as);
    isOpen({ api, call, add, idOf: async (more, as) => (await add(more, as)).json.id });
  });
  afterAll(() => api.close());
  beforeEach(() =>
    api.database.query('truncate samples, backoffice.jobs, backoffice.recipes cascade'),
  );
}
