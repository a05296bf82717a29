import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  documentMovers,
  rowMovers,
  unmovedNames,
} from '../../../src/store/schema/names/stored-names.ts';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { openPlanning, type Planning } from '../../support/planning.ts';
import {
  namesAfter as after,
  namesBefore as before,
  storedNames as stored,
} from '../../support/stored-names.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const isText = (table: string) => table === 'views' || table === 'user_settings';

async function store(): Promise<void> {
  for (const [table, fixed, values] of stored) {
    const row = Object.fromEntries(
      Object.entries({ ...fixed, ...values }).map(([name, value]) => [
        name,
        isText(table) && ['settings', 'value'].includes(name) ? JSON.stringify(value) : value,
      ]),
    );
    const names = Object.keys(row).join();
    const json = JSON.stringify(row).replaceAll("'", "''");
    await at.rows(
      `insert into backoffice.${table} (${names}) select ${names} from json_populate_record(null::backoffice.${table}, '${json}')`,
    );
  }
}

/** What is stored now, in the form of the table above. */
async function readStored(side: 'before' | 'after'): Promise<object[]> {
  const rows: object[] = [];
  for (const [table, fixed, one, other] of stored) {
    const values = side === 'before' ? one : other;
    const { key } = values as { key?: string };
    const same = Object.entries({ ...fixed, ...(table === 'user_settings' && { key }) })
      .filter(([name]) => ['id', 'recipe', 'user_id', 'key'].includes(name))
      .map(([name, value]) => `${name} = '${value}'`);
    const [row] = await at.rows(
      `select ${Object.keys(values).join()} from backoffice.${table} where ${same.join(' and ')}`,
    );
    rows.push(
      Object.fromEntries(
        Object.entries(row ?? {}).map(([name, value]) => [
          name,
          isText(table) && ['settings', 'value'].includes(name) && typeof value === 'string'
            ? JSON.parse(value)
            : value,
        ]),
      ),
    );
  }
  return rows;
}

test('settings stored by users follow renames, in the same plan, and are undone with it', async () => {
  await at.start(before);
  await store();
  await at.rows(`insert into sources (_id, state) values ('s1', 'closed')`);

  const { steps } = await at.plan(after);
  await at.apply(after);
  const moved = await readStored('after');
  const again = await at.plan(after);
  await undoPlan(at.database);

  expect(moved).toEqual(stored.map((one) => one[3]));
  expect(steps.find(({ id }) => id === 'rename:stored-names')).toMatchObject({
    class: 'rewriting',
    sentence:
      'uses the new names in 2 saved views, 1 import recipe, 1 former recipe version, 1 import job, 5 preferences, 1 webhook, and 1 API key',
  });
  expect(again.steps).toEqual([]);
  // A mapping that a rename added stays, as the column has its name for good.
  expect(await readStored('before')).toEqual(
    stored.map(([table, , one]) =>
      table === 'recipe_versions'
        ? { request: { mapping: { State: 'state', journal: 'journal', project: 'project' } } }
        : one,
    ),
  );
});

test('an entry that waits for its link follows renames', async () => {
  const waiting = () =>
    at
      .rows('select detail from backoffice.tokens order by expires_at')
      .then((rows) => rows.map(({ detail }) => detail));
  const entry = { resource: 'sources', body: { journal: 'A', state: 'closed' } };
  const other = { resource: 'projects', body: { journal: 'B' } };
  await at.start(before);
  for (const detail of [entry, other])
    await at.rows(
      `insert into backoffice.tokens (hash, user_id, kind, expires_at, detail) values
        (decode(md5('${detail.resource}'), 'hex'), '', 'publicEntry', clock_timestamp(), '${JSON.stringify(detail)}')`,
    );
  await at.apply(after);
  const moved = await waiting();
  await undoPlan(at.database);

  expect(moved).toEqual([{ resource: 'works', body: { periodical: 'A', state: 'done' } }, other]);
  expect(await waiting()).toEqual([entry, other]);
});

test('a renamed choice in a saved view is renamed when a server starts', async () => {
  await at.start(before);
  await store();
  const { sources } = before as { sources: { fields: object } };
  const state = { type: 'choice', choices: ['open', { value: 'done', was: 'closed' }] };

  const { refused } = await at.start({
    ...before,
    sources: { fields: { ...sources.fields, state } },
  });

  expect(refused).toEqual([]);
  const [{ settings }] = await at.rows(`select settings from backoffice.views where id = 'own'`);
  expect(settings).toContain('"state":"done"');
});

test('a view of a dropped collection makes room for one of the same name', async () => {
  await at.start(before);
  await at.rows(`insert into backoffice.views (id, owner, resource, name, settings) values
    ('old', 'u', 'works', 'A', '{}'), ('new', 'u', 'sources', 'A', '{}'),
    ('older', 'u', 'works', 'A (2)', '{}'), ('newer', 'u', 'sources', 'A (3)', '{}'),
    ('theirs', 'v', 'works', 'A (4)', '{}')`);

  await at.apply(after);

  expect(await at.rows('select id, name, resource from backoffice.views order by id')).toEqual([
    { id: 'new', name: 'A', resource: 'works' },
    { id: 'newer', name: 'A (3)', resource: 'works' },
    { id: 'old', name: 'A (4)', resource: 'works' },
    { id: 'older', name: 'A (2)', resource: 'works' },
    { id: 'theirs', name: 'A (4)', resource: 'works' },
  ]);
});

test('each column of our tables that may name a collection or a field has a mover, or a reason', async () => {
  await at.start(before);

  const columns = await at.rows(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'backoffice' and (data_type in ('json', 'jsonb')
       or column_name in ('resource', 'resources', 'field', 'fields', 'path', 'settings', 'value', 'key', 'route', 'collections'))`,
  );

  const moved = new Set([
    ...Object.entries(rowMovers).flatMap(([table, { columns: own }]) =>
      own.map((name) => `${table}.${name}`),
    ),
    ...Object.entries(documentMovers).flatMap(([table, { writes }]) =>
      Object.keys(writes).map((name) => `${table}.${name}`),
    ),
  ]);
  const without = columns.filter(({ name }) => !moved.has(name) && !(name in unmovedNames));
  expect(without.map(({ name }) => name)).toEqual([]);
  // Nothing is listed that is not there.
  const names = new Set(columns.map(({ name }) => name));
  expect(Object.keys(unmovedNames).filter((name) => !names.has(name))).toEqual([]);
});
