import { afterAll, beforeEach, expect, test } from 'vitest';
import { checkForm } from '../../src/descriptor/field-check.ts';
import { operations } from '../../src/descriptor/descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';
import { addRecords } from '../support/screen-library.ts';

// What is retired stays where it is, and comes nowhere else.

const ways = [
  'email',
  'phone',
  { value: 'fax', label: { en: 'By fax', de: 'Per Fax' }, color: 'warning', retired: true },
];
const people = {
  importKey: 'name',
  fields: {
    name: { type: 'text', required: true, unique: true },
    note: { type: 'text' },
    way: { type: 'choice', choices: ways },
    ways: { type: 'choices', choices: ways },
    home: { type: 'object', fields: { way: { type: 'choice', choices: ways } } },
  },
  actions: [
    {
      name: 'phone',
      method: 'PATCH',
      path: '/api/people/{_id}',
      form: { fields: { way: { type: 'choice', choices: ways } } },
      roles: ['staff'],
    },
  ],
  permissions: { staff: [...operations] },
};
const faxed = { way: 'fax', ways: ['email', 'fax'], home: { way: 'fax' } };

const { resources, ...rest } = structuredClone(librarySource) as Record<string, any>;
const descriptor = toDescriptor({ ...rest, resources: { ...resources, people } });
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query('truncate people, backoffice.history cascade');
  await addRecords(api, '/api/people', [
    { _id: 'new', name: 'New', way: 'email' },
    { _id: 'old', name: 'Old' },
  ]);
  // As it was before the value was retired.
  await api.database.query(
    `update people set way = 'fax', ways = '{email,fax}', home = '{"way":"fax"}' where _id = 'old'`,
  );
});

const call = (method: string, path: string, body?: object, headers = {}) =>
  api.call(method, `/api/people${path}`, {
    as: 'staff',
    ...(body && { body }),
    headers: { 'If-Match': '*', ...headers },
  });
const get = async (id: string) => (await call('GET', `/${id}`)).json;
const refused = (...paths: string[]) => ({
  status: 422,
  json: {
    problems: paths.map((path) => ({
      path,
      code: 'V048',
      message: 'can no longer become fax; choose one of email, phone',
    })),
  },
});

test.each([
  ['POST', '', { name: 'Other', ...faxed }],
  ['PATCH', '/new', faxed],
  ['PUT', '', { _id: 'new', name: 'New', ...faxed }],
])('%s %s that sets it is refused', async (method, path, body) => {
  expect(await call(method, path, body)).toMatchObject(refused('way', 'ways.1', 'home.way'));
});

test.each([
  ['PATCH', '/old', { note: 'x' }],
  ['PATCH', '/old', { note: 'x', ...faxed }],
  ['PATCH', '/old', { note: 'x', ways: ['fax', 'phone'] }],
  ['PUT', '', { _id: 'old', name: 'Old', note: 'x', ...faxed }],
])('%s %s with %j keeps it', async (method, path, body) => {
  expect(await call(method, path, body)).toMatchObject({
    status: 200,
    json: { note: 'x', way: 'fax' },
  });
});

test('a bulk change does not set a retired choice, and keeps existing ones', async () => {
  const { json } = await call('POST', '/bulk', {
    action: 'update',
    ids: ['old', 'new'],
    data: { way: 'fax' },
  });

  expect(json).toMatchObject({ total: 2, unchanged: 1, failed: 1 });
  expect(json.problems).toMatchObject([{ code: 'V048' }]);
});

test('an import does not set a retired choice, and keeps existing ones', async () => {
  const file = [
    { name: 'Old', way: 'fax', ways: ['email', 'fax'] },
    { name: 'New', way: 'fax' },
    { name: 'Other', way: 'fax' },
  ];
  const { json } = await sendImport(api, '/api/people', file, {
    as: 'staff',
    parts: { mode: 'upsert' },
  });

  expect(json).toMatchObject({ unchanged: 1, failed: 2 });
  expect(json.problems.map((each: any) => [each.row, each.code])).toEqual([
    [2, 'V048'],
    [3, 'V048'],
  ]);
});

test('lists, filters and exports include a retired choice', async () => {
  const { json } = await call('GET', '?way=fax&ways_in=fax&home.way=fax');
  const facets = await call('GET', '/facets?fields=way');
  const csv = await call('GET', '/export?format=csv&name=Old');

  expect(json.data).toMatchObject([{ name: 'Old', ...faxed }]);
  expect(facets.json.data.way.values).toContainEqual({ value: 'fax', count: 1 });
  expect(csv.text).toContain('fax,email | fax');
});

test('a restored version, an undo and the trash restore a retired choice', async () => {
  const { _version: version } = await get('old');
  await call('PATCH', '/old', { note: 'x' });
  await call('PATCH', '/old', { way: 'email', ways: [] }, { 'Change-Set': 'changes-01' });

  const restored = await call('POST', '/old/restore', { version: version + 1, fields: ['way'] });
  expect(restored).toMatchObject({ status: 200, json: { way: 'fax', ways: [] } });
  expect(await call('PATCH', '/old', { way: 'email' })).toMatchObject({ status: 200 });
  expect(await call('PATCH', '/old', { way: 'fax' })).toMatchObject(refused('way'));

  const undo = await api.call('POST', '/api/changes/changes-01/undo', {
    as: 'staff',
    body: { overwrite: true },
  });
  await expect
    .poll(async () => (await api.call('GET', `/api/jobs/${undo.json.id}`, { as: 'admin' })).json)
    .toMatchObject({ state: 'done', summary: { updated: 1, failed: 0 } });
  expect(await get('old')).toMatchObject(faxed);
  await call('DELETE', '/old');
  const back = await call('POST', '/trash/restore', { ids: ['old'] });
  expect(back.json).toMatchObject({ created: 1, failed: 0 });
  expect(await get('old')).toMatchObject({ way: 'fax' });
});

test('the form of an action refuses a retired choice', async () => {
  const rule = api.descriptor.resources.get('people')!.actions[0]!;

  expect(checkForm(rule, { way: 'fax' })).toMatchObject({ problems: [{ code: 'V048' }] });
  expect(checkForm(rule, { way: 'phone' })).toEqual({ form: { way: 'phone' } });
});
