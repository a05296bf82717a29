import { afterAll, expect, it, test } from 'vitest';
import { openCabinet } from '../support/cabinet.ts';

const cabinet = await openCabinet();
afterAll(() => cabinet.api.close());

let sets = 0;
const newSet = () => `right-${String(++sets).padStart(5, '0')}`;
const list = async (as: string, query = '') =>
  (await cabinet.api.call('GET', `/api/changes?_perPage=100${query}`, { as })).json.data;

/** A note that somebody has changed as a set. */
async function changed(
  by: string,
  before: object,
  after: object,
): Promise<[set: string, id: string]> {
  const id = await cabinet.note(undefined, before, 'admin');
  const set = newSet();
  await cabinet.write(set, 'PATCH', `/api/notes/${id}`, after, by);
  return [set, id];
}

test.each([
  ['keeper', 202, undefined],
  ['admin', 202, undefined],
  ['helper', 403, 'A006'],
  ['reader', 403, 'A006'],
  ['owner', 404, 'S001'],
  ['stranger', 404, 'S001'],
])('a %s undoes the set of another user: %i', async (as, status, code) => {
  const [set] = await changed('admin', { text: 'a' }, { text: 'b' });

  const { json, ...answer } = await cabinet.ask(set, {}, as);

  expect([answer.status, json.code]).toEqual([status, code]);
});

it('nobody needs the right to restore for their own set', async () => {
  const [set, id] = await changed('helper', { text: 'a' }, { text: 'b' });

  const { summary } = await cabinet.undo(set, {}, 'helper');

  expect(summary).toMatchObject({ updated: 1, failed: 0 });
  expect(await cabinet.get(`/api/notes/${id}`)).toMatchObject({ text: 'a' });
});

it('an undo does not restore a hidden field, even one without write roles', async () => {
  const [set, id] = await changed('admin', { hint: 'before' }, { hint: 'after' });

  const { summary } = await cabinet.undo(set, {}, 'keeper');

  expect(summary.problems).toMatchObject([{ _id: id, code: 'A006', path: '' }]);
  expect(await cabinet.get(`/api/notes/${id}`)).toMatchObject({ hint: 'after' });
});

it('an undo does not name a field that the caller cannot read, and skips the record', async () => {
  const [set, id] = await changed(
    'admin',
    { secret: 'canary-1' },
    { secret: 'canary-2', text: 'x' },
  );

  const answer = await cabinet.ask(set, {}, 'keeper');

  expect(answer.json.summary.problems).toMatchObject([{ _id: id, code: 'A006', path: '' }]);
  expect(answer.text).not.toMatch(/secret|canary/);
  expect(await cabinet.get(`/api/notes/${id}`)).toMatchObject({ secret: 'canary-2', text: 'x' });
});

it('the list names the changed fields of a set, but no hidden ones', async () => {
  const [set] = await changed(
    'admin',
    { secret: 'one', size: 1 },
    { secret: 'two', size: 2, text: 'x' },
  );
  const fieldsFor = async (as: string) =>
    (await list(as)).find(({ id }: { id: string }) => id === set).counts[0].fields;

  expect(await fieldsFor('keeper')).toEqual(['text', 'size']);
  expect(await fieldsFor('admin')).toEqual(['text', 'size', 'secret']);
});

it('an undo does not name an erased hidden field, and hides the job from others', async () => {
  const { api, ask } = cabinet;
  const [set, id] = await changed('admin', { secret: 'canary-3' }, { secret: 'canary-4' });
  const erased = `update backoffice.history set erased = '{secret}', before = '{"secret":null}' where change_set = $1`;
  await api.database.query(erased, [set]);

  const { json, text } = await ask(set, {}, 'keeper');

  expect(json.summary.problems).toMatchObject([{ _id: id, code: 'S047', path: '' }]);
  expect(text).not.toMatch(/secret|canary/);
  const others = ['helper', 'reader', 'owner'].map((as) =>
    api.call('GET', `/api/jobs/${json.id}`, { as }),
  );
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await api.call('GET', `/api/jobs/${json.id}`, { as: 'keeper' })).status).toBe(200);
});

it('an undo skips a record with a field that the caller cannot write', async () => {
  const [set, id] = await changed('admin', { stock: 1 }, { stock: 2 });

  const { summary } = await cabinet.undo(set, {}, 'keeper');

  expect(summary.problems).toMatchObject([{ _id: id, code: 'A008', path: 'stock' }]);
});

it('an undo restores a field that only the server writes', async () => {
  const { api, note, undo, get } = cabinet;
  const id = await note(undefined, {});
  const notes = api.descriptor.resources.get('notes')!;
  const by = { userId: api.userId('keeper'), changeSet: newSet() };
  await api.database.query(
    `insert into backoffice.change_sets (id, by, way, resource) values ($1, $2, 'action', 'notes')`,
    [by.changeSet, by.userId],
  );
  await api.store.update(notes, id, '*', { state: 'done' }, by);

  const { summary } = await undo(by.changeSet);

  expect(summary).toMatchObject({ updated: 1, failed: 0 });
  expect(await get(`/api/notes/${id}`)).toMatchObject({ state: null });
});

it('a role with limits sees only its own sets', async () => {
  const [theirs] = await changed('admin', { text: 'a' }, { text: 'b' });
  const set = newSet();
  const id = await cabinet.note(set, {}, 'owner');

  expect((await list('owner')).map((each: any) => each.id)).toEqual([set]);
  const all = (await list('reader')).map((each: any) => each.id);
  expect(all).toEqual(expect.arrayContaining([theirs, set]));
  expect(await list('stranger')).toEqual([]);
  expect((await cabinet.undo(set, {}, 'owner')).summary).toMatchObject({ deleted: 1 });
  expect(await cabinet.get(`/api/notes/${id}`)).toMatchObject({ code: 'S001' });
});

it('single changes are listed with the fields that the caller can read', async () => {
  const [set, id] = await changed('admin', { text: 'a' }, { text: 'b', secret: 'canary' });
  const path = `/api/changes/records?by=${cabinet.api.userId('admin')}&resource=notes&_perPage=1`;
  const ask = async (as: string) => await cabinet.api.call('GET', path, { as });

  const { json, text } = await ask('reader');

  expect(json.data).toMatchObject([
    {
      resource: 'notes',
      _id: id,
      title: 'A note',
      operation: 'update',
      changeSet: set,
      fields: ['text'],
    },
  ]);
  expect(text).not.toContain('canary');
  expect(typeof json.next).toBe('string');
  const older = await cabinet.api.call('GET', `${path}&_after=${json.next}`, { as: 'reader' });
  expect(older.json.data).toMatchObject([{ _id: id, operation: 'create' }]);
  expect((await ask('owner')).json.data).toEqual([]);
  expect((await ask('stranger')).status).toBe(400);
});

it('a deleted record has its last title, from the fields that the caller can read', async () => {
  const [, id] = await changed('admin', { text: 'a' }, { text: 'b', secret: 'canary' });
  await cabinet.write(undefined, 'DELETE', `/api/notes/${id}`, undefined, 'admin');
  const path = `/api/changes/records?by=${cabinet.api.userId('admin')}&resource=notes&_perPage=3`;

  const { json, text } = await cabinet.api.call('GET', path, { as: 'reader' });

  expect(json.data.map(({ operation, title, gone }: any) => [operation, title, gone])).toEqual(
    ['delete', 'update', 'create'].map((operation) => [operation, 'A note', true]),
  );
  expect(text).not.toContain('canary');
});

it('the changes of one set are listed as far as the role can see them', async () => {
  const [set, id] = await changed('admin', { text: 'a' }, { text: 'b' });
  await changed('admin', { text: 'c' }, { text: 'd' });
  const ask = async (as: string, more = '') =>
    (await cabinet.api.call('GET', `/api/changes/records?changeSet=${set}${more}`, { as })).json;

  expect((await ask('reader')).data).toMatchObject([{ _id: id, operation: 'update' }]);
  expect((await ask('reader', `&by=${cabinet.api.userId('keeper')}`)).data).toEqual([]);
  expect((await ask('owner')).data).toEqual([]);
  expect((await cabinet.api.call('GET', '/api/changes/records', { as: 'reader' })).status).toBe(
    400,
  );
});

it('changes of a person in a period are undone with the right to restore, or by themselves', async () => {
  const { api, write, note, get, ended } = cabinet;
  const id = await note(undefined, { text: 'a' }, 'admin');
  const from = await api.database.value<string>('select clock_timestamp()::text');
  await write(undefined, 'PATCH', `/api/notes/${id}`, { text: 'b' }, 'helper');
  await write(newSet(), 'PATCH', `/api/notes/${id}`, { text: 'c' }, 'helper');
  const to = new Date(Date.now() + 60_000).toISOString();
  const body = { by: api.userId('helper'), from: new Date(from).toISOString(), to };
  const ask = (as: string) => api.call('POST', '/api/changes/undo', { as, body });

  const refused = await Promise.all(['reader', 'owner', 'stranger'].map(ask));
  const { status, json } = await ask('keeper');

  expect(refused.map((each) => each.status)).toEqual([403, 403, 403]);
  expect(status).toBe(202);
  expect((await ended(json.id)).summary).toMatchObject({ total: 1, updated: 1, failed: 0 });
  expect(await get(`/api/notes/${id}`)).toMatchObject({ text: 'a' });
});
