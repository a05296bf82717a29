import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKey } from '../support/api-keys.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { lending, things } from '../support/lending.ts';
import { addRecords } from '../support/screen-library.ts';

let api: TestApi;
beforeAll(async () => {
  const descriptor = lending();
  api = await openTestApi({ descriptor: () => descriptor });
  await addRecords(api, '/api/things', things);
  await addRecords(api, '/api/loans', [
    { _id: 'noted', thing: 'book', kind: 'a', first: 'x' },
    { _id: 'other', thing: 'book', kind: 'b' },
    { _id: 'golden', thing: 'gold', kind: 'a', size: 'l' },
  ]);
  await addRecords(api, '/api/notes', [{ loan: 'noted' }]);
});
afterAll(() => api.close());

type Caller = { as: string } | { token: string };

async function judge(caller: Caller, values: object, _id?: string) {
  const body = { values, ...(_id !== undefined && { _id }) };
  const { status, json } = await api.call('POST', '/api/loans/states', { ...caller, body });
  return { status, states: json.states };
}
const staff = { as: 'staff' };
const viewer = { as: 'viewer' };
const open = { shown: true, required: false, readOnly: false };

test('judges a new record by what it would refer to', async () => {
  expect((await judge(staff, { thing: 'saw' })).states).toEqual({
    page: { ...open, shown: false },
    size: { ...open, required: true },
    // A new record may have any value of a field that is read-only later.
    days: open,
    first: open,
  });
  expect((await judge(staff, {})).states).toMatchObject({ page: { shown: false }, size: open });
});

test('judges a change of a record by its other values and by what refers to it', async () => {
  const { states } = await judge(staff, {}, 'noted');
  const changed = await judge(staff, { thing: 'saw' }, 'noted');

  expect(states).toMatchObject({ page: open, size: open, days: open, first: { shown: false } });
  expect(changed.states).toMatchObject({
    page: { shown: false },
    size: { required: true },
    days: { readOnly: true },
  });
  expect((await api.call('GET', '/api/loans/noted', staff)).json.thing).toBe('book');
});

test('agrees with the write that follows', async () => {
  const { states } = await judge(staff, { thing: 'saw' });
  const write = await api.call('POST', '/api/loans', { ...staff, body: { thing: 'saw' } });

  expect(write.json.problems).toMatchObject([{ code: 'V001', path: 'size' }]);
  expect(states.size.required).toBe(true);
});

test('judges a reference to a hidden record like one to no record', async () => {
  const hidden = await judge(viewer, { thing: 'gold' });

  expect(hidden).toEqual(await judge(viewer, { thing: 'nothing' }));
  expect(hidden.states.size).toEqual(open);
  expect((await judge(staff, { thing: 'gold' })).states.size.required).toBe(true);
  // The record has it already: a save asks it too.
  expect((await judge(viewer, {}, 'golden')).states.size.required).toBe(true);
});

test('answers only who may write the record', async () => {
  expect((await judge({ as: 'dev' }, {})).status).toBe(403);
  expect((await judge(viewer, {}, 'other')).status).toBe(404);
  expect((await judge(viewer, {}, 'noted')).status).toBe(200);
  expect((await judge(staff, {}, 'nobody')).status).toBe(404);
});

test('answers an API key only within what it may read and write', async () => {
  const of = (operations: string[]) => ({ operations });
  const reading = { things: { ...of(['list', 'read']), fields: ['name', 'kind'] } };
  const narrow = await makeKey(api, 'staff', { ...reading, loans: of(['list', 'read', 'create']) });
  const readOnly = await makeKey(api, 'staff', { ...reading, loans: of(['list', 'read']) });

  const { states } = await judge(narrow, { thing: 'saw' });

  expect(Object.keys(states)).toEqual(['page', 'days']);
  expect((await judge(narrow, {}, 'noted')).status).toBe(403);
  expect((await judge(readOnly, {})).status).toBe(403);
});

test('exists only in collections with such conditions', async () => {
  const there = await api.call('POST', '/api/things/states', { ...staff, body: { values: {} } });
  const { paths } = (await api.call('GET', '/api/openapi.json', staff)).json;

  expect(there.status).toBe(405);
  expect(Object.keys(paths).filter((path) => path.endsWith('/states'))).toEqual([
    '/api/loans/states',
  ]);
});
