import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { displayTitle, titleFields } from '../../src/descriptor/title.ts';
import { toVisibleSource } from '../../src/descriptor/permissions/visible-source.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';

const all = ['list', 'read', 'create', 'update'];

const descriptor = toDescriptor({
  ...librarySource,
  resources: {
    ...librarySource.resources,
    makers: {
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true, unique: true },
        isOpen: { type: 'boolean' },
      },
      permissions: { staff: { list: { isOpen: true }, read: { isOpen: true } } },
    },
    finds: {
      title: '{maker} · {place}',
      fields: {
        maker: { type: 'reference', to: 'makers' },
        place: { type: 'text', search: true },
      },
      permissions: { staff: all, viewer: ['list', 'read'] },
    },
  },
});
const finds = descriptor.resources.get('finds')!;
const PATH = '/api/finds?_sort=place&_fields=place,maker.name';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ descriptor: () => descriptor });
  for (const [_id, name, isOpen] of [
    ['m1', 'Ada', true],
    ['m2', 'Bea', false],
  ])
    await add('/api/makers', { _id, name, isOpen });
  await add('/api/finds', { _id: 'f1', maker: 'm1', place: 'Lima' });
  await add('/api/finds', { _id: 'f2', maker: 'm2', place: 'Oslo' });
  await add('/api/finds', { _id: 'f3', place: 'Rome' });
});
afterAll(() => api.close());

async function add(root: string, body: object): Promise<void> {
  const { status, text } = await api.call('POST', root, { as: 'admin', body });
  if (status !== 201) throw new Error(text);
}

async function titles(path: string): Promise<string[]> {
  const { json } = await api.call('GET', path, { as: 'admin' });
  return json.data.map((record: any) => displayTitle(finds, record));
}

describe('a title with a reference', () => {
  test('comes with the list, in the statement that it has', async () => {
    expect(titleFields(finds)).toEqual(['maker.name', 'place']);
    expect(await titles(PATH)).toEqual(['Ada · Lima', 'Bea · Oslo', 'Rome']);
  });

  test('is no part of a record that is read whole', async () => {
    const { json } = await api.call('GET', '/api/finds/f1', { as: 'admin' });
    expect(Object.keys(json)).not.toContain('maker.name');
  });

  test('is shown in search results', async () => {
    const { json } = await api.call('GET', '/api/search?q=Lima', { as: 'admin' });
    const [found] = json.data.filter(({ resource }: any) => resource === 'finds');
    expect(found.records).toMatchObject([{ _id: 'f1', title: 'Ada · Lima' }]);
  });

  test('leaves out records that the reader may not see', async () => {
    const { json } = await api.call('GET', PATH, { as: 'staff' });
    expect(json.data.map((record: any) => record['maker.name'])).toEqual(['Ada', null, null]);
  });

  test('has no such field for a role that may not read the other collection', async () => {
    const answer = await api.call('GET', PATH, { as: 'viewer' });
    const missing = await api.call('GET', '/api/finds?_fields=maker.nothing', { as: 'viewer' });
    expect([answer.status, missing.status]).toEqual([400, 400]);
    expect(answer.json.problems[0].code).toBe(missing.json.problems[0].code);

    const seen = toDescriptor(toVisibleSource(descriptor, 'viewer'));
    expect(titleFields(seen.resources.get('finds')!)).toEqual(['place']);
  });

  test('is unknown as of a moment', async () => {
    const path = `${PATH}&_asOf=${encodeURIComponent(new Date().toISOString())}`;
    const { json } = await api.call('GET', path, { as: 'admin' });
    expect(json.problems).toMatchObject([{ code: 'Q022', path: '_fields.maker.name' }]);
  });
});
