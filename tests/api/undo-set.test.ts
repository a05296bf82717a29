import { afterAll, expect, it } from 'vitest';
import { openCabinet } from '../support/cabinet.ts';

const cabinet = await openCabinet();
afterAll(() => cabinet.api.close());

let sets = 0;
const newSet = () => `set-${String(++sets).padStart(5, '0')}`;

it('an undo restores changed and deleted records, and deletes created ones', async () => {
  const { write, note, get, undo } = cabinet;
  const changed = await note(undefined, { text: 'before', tags: ['a'], size: 1 });
  const deleted = await note(undefined, { text: 'kept', tags: ['x', 'y'] });
  const was = await get(`/api/notes/${deleted}`);
  const set = newSet();
  await write(set, 'PATCH', `/api/notes/${changed}`, { text: 'after', tags: [] });
  const created = await note(set, { name: 'New' });
  await write(set, 'DELETE', `/api/notes/${deleted}`);

  const job = await undo(set);

  expect(job).toMatchObject({ kind: 'undo', state: 'done' });
  expect(job.summary).toMatchObject({ total: 3, updated: 1, deleted: 1, created: 1, failed: 0 });
  expect(await get(`/api/notes/${changed}`)).toMatchObject({
    text: 'before',
    tags: ['a'],
    size: 1,
  });
  expect(await get(`/api/notes/${created}`)).toMatchObject({ code: 'S001' });
  const { createdAt, createdBy, text, tags } = was;
  const back = await get(`/api/notes/${deleted}`);
  expect(back).toMatchObject({ createdAt, createdBy, text, tags });
  expect(back._version).toBeGreaterThan(was._version + 1);
});

it('an undo is a change set itself, which can be undone', async () => {
  const { write, note, get, undo } = cabinet;
  const changed = await note(undefined, { text: 'before' });
  const set = newSet();
  await write(set, 'PATCH', `/api/notes/${changed}`, { text: 'after' });
  const created = await note(set, { name: 'New' });
  const first = await undo(set);

  const redo = await undo(first.id);

  expect(redo.summary).toMatchObject({ updated: 1, created: 1, failed: 0 });
  expect(await get(`/api/notes/${changed}`)).toMatchObject({ text: 'after' });
  expect(await get(`/api/notes/${created}`)).toMatchObject({ name: 'New' });
  expect(await get(`/api/changes/${set}`)).toMatchObject({ undoneBy: null, mayUndo: true });
  expect(await get(`/api/changes/${first.id}`)).toMatchObject({ undoes: set, undoneBy: redo.id });
});

it('an undo skips later changes, unless asked to overwrite them', async () => {
  const { write, note, get, undo } = cabinet;
  const [one, other] = [await note(undefined, { text: 'a' }), await note(undefined, { text: 'b' })];
  const set = newSet();
  for (const id of [one, other]) await write(set, 'PATCH', `/api/notes/${id}`, { text: 'set' });
  await write(undefined, 'PATCH', `/api/notes/${one}`, { size: 5 });

  const job = await undo(set);
  const left = await get(`/api/notes/${one}`);
  const again = await undo(set, { overwrite: true });

  expect(job.summary).toMatchObject({ updated: 1, failed: 1 });
  expect(job.summary.problems).toMatchObject([{ resource: 'notes', _id: one, code: 'S003' }]);
  expect(left).toMatchObject({ text: 'set', size: 5 });
  expect(again.summary).toMatchObject({ updated: 1, unchanged: 1, failed: 0 });
  expect(await get(`/api/notes/${one}`)).toMatchObject({ text: 'a', size: 5 });
});

it('a completely undone set is refused', async () => {
  const { note, ask, undo } = cabinet;
  const set = newSet();
  await note(set, {});
  await undo(set);

  const { status, json } = await ask(set);

  expect([status, json.code]).toEqual([409, 'S023']);
});
