import { afterAll, expect, it, test } from 'vitest';
import { openCabinet } from '../support/cabinet.ts';

const cabinet = await openCabinet();
afterAll(() => cabinet.api.close());

let sets = 0;
const newSet = () => `rule-${String(++sets).padStart(5, '0')}`;

/** What was left of the only record of a set. */
async function problemsOf(set: string, body = {}, as?: string) {
  const { summary } = await cabinet.undo(set, body, as);
  expect(summary.failed).toBe(1);
  return summary.problems;
}

it('later changes that cancel each other out do not count', async () => {
  const { write, note, get, undo } = cabinet;
  const id = await note(undefined, { text: 'a' });
  const set = newSet();
  await write(set, 'PATCH', `/api/notes/${id}`, { text: 'b' });
  await write(undefined, 'PATCH', `/api/notes/${id}`, { text: 'c', size: 4 });
  await write(undefined, 'PATCH', `/api/notes/${id}`, { text: 'b', size: null });

  const { summary } = await undo(set);

  expect(summary).toMatchObject({ updated: 1, failed: 0 });
  expect(await get(`/api/notes/${id}`)).toMatchObject({ text: 'a', size: null });
});

it('an undo keeps a created record that was changed since', async () => {
  const { write, note, get } = cabinet;
  const set = newSet();
  const id = await note(set, {});
  await write(undefined, 'PATCH', `/api/notes/${id}`, { text: 'mine' });

  expect(await problemsOf(set)).toMatchObject([{ _id: id, code: 'S003' }]);
  expect(await get(`/api/notes/${id}`)).toMatchObject({ text: 'mine' });
});

it('an undo reports a taken unique value', async () => {
  const { write, note } = cabinet;
  const id = await note(undefined, { code: 'taken' });
  const set = newSet();
  await write(set, 'DELETE', `/api/notes/${id}`);
  await note(undefined, { code: 'taken' });

  expect(await problemsOf(set)).toMatchObject([{ _id: id, code: 11000, path: 'code' }]);
});

it('an undo reports a reference to a deleted record', async () => {
  const { write, note } = cabinet;
  const target = await note(undefined, {});
  const id = await note(undefined, { other: target });
  const set = newSet();
  await write(set, 'PATCH', `/api/notes/${id}`, { other: null });
  await write(undefined, 'DELETE', `/api/notes/${target}`);

  expect(await problemsOf(set)).toMatchObject([{ _id: id, code: 'V014', path: 'other' }]);
});

it('an undo restores records that refer to each other across collections', async () => {
  const { api, write, note, get, undo } = cabinet;
  const { json: drawer } = await write(undefined, 'POST', '/api/drawers', { label: 'Ring' });
  const id = await note(undefined, { drawer: drawer._id });
  await write(undefined, 'PATCH', `/api/drawers/${drawer._id}`, { best: id });
  const set = newSet();
  await write(set, 'PATCH', `/api/drawers/${drawer._id}`, { best: null });
  await write(set, 'DELETE', `/api/notes/${id}`);
  await write(set, 'DELETE', `/api/drawers/${drawer._id}`);

  const { summary } = await undo(set);

  expect(summary).toMatchObject({ created: 2, failed: 0 });
  expect(await get(`/api/drawers/${drawer._id}`)).toMatchObject({ best: id });
  expect(await get(`/api/notes/${id}`)).toMatchObject({ drawer: drawer._id });
  const { rows } = await api.database.query('select from backoffice.trash where record_id = $1', [
    id,
  ]);
  expect(rows).toEqual([]);
});

it('an undo deletes a ring across collections, and swaps unique values back', async () => {
  const { write, note, get, undo } = cabinet;
  const [one, other] = [await note(undefined, { code: 'A' }), await note(undefined, { code: 'B' })];
  const set = newSet();
  const { json: drawer } = await write(set, 'POST', '/api/drawers', { label: 'New ring' });
  const inside = await note(set, { drawer: drawer._id });
  await write(set, 'PATCH', `/api/drawers/${drawer._id}`, { best: inside });
  await write(set, 'PATCH', `/api/notes/${one}`, { code: 'temporary' });
  await write(set, 'PATCH', `/api/notes/${other}`, { code: 'A' });
  await write(set, 'PATCH', `/api/notes/${one}`, { code: 'B' });

  const { summary } = await undo(set);

  expect(summary).toMatchObject({ deleted: 2, updated: 2, failed: 0 });
  expect(await get(`/api/notes/${one}`)).toMatchObject({ code: 'A' });
  expect(await get(`/api/notes/${other}`)).toMatchObject({ code: 'B' });
  expect(await get(`/api/drawers/${drawer._id}`)).toMatchObject({ code: 'S001' });
});

it('an undo never restores an erased value', async () => {
  const { api, write, note, get, undo } = cabinet;
  const id = await note(undefined, { text: 'private', size: 1 });
  const set = newSet();
  await write(set, 'PATCH', `/api/notes/${id}`, { text: 'public', size: 2 });
  const erased = `update backoffice.history set erased = '{text}', before = before || '{"text":null}'
    where change_set = $1`;
  await api.database.query(erased, [set]);

  const { summary } = await undo(set);

  expect(summary).toMatchObject({ updated: 1, failed: 0 });
  expect(summary.problems).toMatchObject([{ _id: id, code: 'S018', path: 'text' }]);
  expect(await get(`/api/notes/${id}`)).toMatchObject({ text: 'public', size: 1 });
});

it('an undo ignores fields that are no longer declared', async () => {
  const { api, write, note, undo } = cabinet;
  const id = await note(undefined, { text: 'a' });
  const set = newSet();
  await write(set, 'PATCH', `/api/notes/${id}`, { text: 'b' });
  const renamed = `update backoffice.history set before = '{"gone":"a"}', after = '{"gone":"b"}' where change_set = $1`;
  await api.database.query(renamed, [set]);

  expect((await undo(set)).summary).toMatchObject({ unchanged: 1, failed: 0 });
});

it('an undo refuses a value of a former type of the field', async () => {
  const { api, write, note } = cabinet;
  const id = await note(undefined, { size: 1 });
  const set = newSet();
  await write(set, 'PATCH', `/api/notes/${id}`, { size: 2 });
  await api.database.query(
    `update backoffice.history set before = '{"size":"small"}' where change_set = $1`,
    [set],
  );

  expect(await problemsOf(set)).toMatchObject([{ _id: id, code: 'S024', path: 'size' }]);
});

it('an undo cannot restore records of a collection without trash', async () => {
  const { write } = cabinet;
  const { json } = await write(undefined, 'POST', '/api/slips', { text: 'x' });
  const set = newSet();
  await write(set, 'DELETE', `/api/slips/${json._id}`);

  expect(await problemsOf(set)).toMatchObject([{ _id: json._id, code: 'S019' }]);
});

test.each([
  ['a set that never was', 'nothing-0001', 404, 'S001'],
  ['a set without changes', 'empty-0001', 404, 'S001'],
])('an undo is refused of %s', async (_, id, status, code) => {
  await cabinet.write('empty-0001', 'PATCH', '/api/notes/none', { text: 'x' });

  const { json, ...answer } = await cabinet.ask(id);

  expect([answer.status, json.code]).toEqual([status, code]);
});
