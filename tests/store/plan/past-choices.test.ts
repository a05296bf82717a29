import { afterEach, beforeEach, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { createStore } from '../../../src/store/records/create-store.ts';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const done = { value: 'done', was: 'checked' };
const things = (third: unknown, more: object = {}): Resources => ({
  things: {
    fields: {
      status: { type: 'choice', choices: ['new', third] },
      marks: { type: 'choices', choices: ['new', third] },
    },
    ...more,
  },
});

/** A store that serves the resources, with their one collection. */
function serve(resources: Resources) {
  const descriptor = toDescriptor({ resources });
  const [resource] = descriptor.resources.values();
  return { store: createStore(at.database, () => descriptor), resource: resource! };
}

const ann = { userId: 'ann' };

test('a renamed choice that is only in the history is renamed there at the next start', async () => {
  const [before, after] = [things('checked'), things(done)];
  await at.start(before);
  const old = serve(before);
  await old.store.create(old.resource, { status: 'checked', marks: ['new', 'checked'] }, ann, 't1');
  await old.store.update(old.resource, 't1', '*', { status: 'new', marks: [] }, ann);
  await old.store.update(old.resource, 't1', '*', { status: 'checked' }, ann);
  await old.store.remove(old.resource, 't1', '*', ann);

  const { steps } = await at.plan(after);
  const { refused } = await at.start(after);
  const settled = await at.plan(after);

  expect(steps).toMatchObject([
    { id: 'rename:things.status.done', class: 'additive' },
    { id: 'rename:things.marks.done', class: 'additive' },
  ]);
  expect([refused, settled.steps]).toEqual([[], []]);
  expect(await at.rows('select before, after from backoffice.history order by seq')).toMatchObject([
    { after: { status: 'done', marks: ['new', 'done'] } },
    { before: { status: 'done', marks: ['new', 'done'] }, after: { status: 'new', marks: [] } },
    { before: { status: 'new' }, after: { status: 'done' } },
    { before: { status: 'done' } },
  ]);
  const now = serve(after);
  expect(await now.store.restoreTrashed(now.resource, [{ id: 't1' }], ann)).toEqual([
    { id: 't1', version: expect.any(Number) },
  ]);
});

test('a renamed choice of a part of an object is renamed in records, in their past and in views, and back', async () => {
  const held = (choice: unknown) => ({
    type: 'object',
    fields: {
      as: { type: 'choice', choices: ['new', choice] },
      by: { type: 'choice', choices: ['checked'] },
      year: { type: 'number' },
    },
  });
  const [before, after]: Resources[] = ['checked', done].map((choice) => ({
    things: { fields: { held: held(choice) } },
  }));
  await at.start(before!);
  const old = serve(before!);
  const value = { as: 'checked', by: 'checked', year: 7 };
  await old.store.create(old.resource, { held: value }, ann, 't1');
  await old.store.create(old.resource, { held: { by: 'checked' } }, ann, 't2');
  await old.store.create(old.resource, {}, ann, 't3');
  await at.rows(`insert into backoffice.views (id, owner, resource, name, settings) values
    ('own', 'u', 'things', 'A', '{"where":{"held.as_in":["checked","new"],"held.by":"checked"}}')`);
  await at.rows(`insert into backoffice.tokens (hash, user_id, kind, expires_at, detail) values
    ('x', '', 'publicEntry', clock_timestamp(), '${JSON.stringify({ resource: 'things', body: { held: value } })}')`);
  const read = async () => ({
    records: (await at.rows('select held from things order by _id')).map((row) => row.held),
    past: (await at.rows('select after from backoffice.history order by seq')).map(
      ({ after: { held: one } }) => one?.as,
    ),
    ...(await at.rows('select settings::json as view from backoffice.views'))[0],
    ...(await at.rows('select detail from backoffice.tokens'))[0],
  });
  const were = await read();

  const { steps } = await at.plan(after!);
  await at.apply(after!);
  const now = await read();
  const settled = await at.plan(after!);
  await undoPlan(at.database);

  expect(steps).toMatchObject([
    {
      id: 'rename:things.held.as.done',
      class: 'rewriting',
      sentence: expect.stringContaining('things.held.as'),
    },
    { id: 'rename:stored-names' },
  ]);
  expect(now).toEqual({
    records: [{ ...value, as: 'done' }, { by: 'checked' }, null],
    past: ['done', undefined, undefined],
    view: { where: { 'held.as_in': ['done', 'new'], 'held.by': 'checked' } },
    detail: { resource: 'things', body: { held: { ...value, as: 'done' } } },
  });
  expect(settled.steps).toEqual([]);
  expect(await read()).toEqual(were);
});

test('a renamed choice is found under old names of a collection and a field, in trash and change sets too', async () => {
  await at.start(things('checked'));
  await at.rows(`insert into backoffice.history (resource, record_id, operation, version, after)
    values ('things', 't1', 'create', 1, '{"status":"checked"}')`);
  await at.rows(`insert into backoffice.trash (resource, record_id, seq) values ('things', 't1', 1);
    insert into backoffice.change_sets (id, way, resource) values ('set', 'merge', 'things')`);
  const state = { type: 'choice', choices: ['new', done], was: 'status' };

  await at.apply({ items: { was: 'things', fields: { state } } });

  expect(await at.rows('select resource, after from backoffice.history')).toEqual([
    { resource: 'items', after: { state: 'done' } },
  ]);
  const others =
    'select resource from backoffice.trash union all select resource from backoffice.change_sets';
  expect(await at.rows(others)).toEqual([{ resource: 'items' }, { resource: 'items' }]);
});
