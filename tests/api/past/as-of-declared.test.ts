import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Descriptor } from '../../../src/descriptor/descriptor.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { applyPlan } from '../../../src/store/schema/plan/apply-plan.ts';
import { previewPlan } from '../../../src/store/schema/plan/make-plan.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';
import { allOf } from '../../support/planning.ts';

/* What the past is after the declarations of fields have changed. */

const toSource = (things: object): Descriptor =>
  toDescriptor({
    roles: { admin: { all: true } },
    resources: { things, users: librarySource.resources.users },
  });
const box = (size: string, more: object = {}) => ({
  type: 'object',
  fields: { size: { type: size, ...more }, name: { type: 'text' } },
});

let descriptor = toSource({
  fields: { old: { type: 'text' }, gone: { type: 'text' }, box: box('text') },
});
let api: TestApi;
/** Before the thing was changed, and before the declarations were. */
let then: string;

beforeAll(async () => {
  api = await openTestApi({ descriptor: () => descriptor });
  const first = { _id: 't1', old: 'before', box: { size: 'huge', name: 'crate' } };
  await call('POST', '/api/things', first);
  then = await api.database.value<string>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from pg_sleep(0.003)`,
  );
  await api.database.query('select pg_sleep(0.003)');
  await call('PATCH', '/api/things/t1', { old: 'after', box: { size: '5', name: 'crate' } });
  await call('PATCH', '/api/things/t1', { gone: 'nobody declares this any more' });
  const next = toSource({
    fields: {
      renamed: { type: 'text', was: 'old' },
      box: box('number'),
      double: { type: 'number', computed: 'box.size * 2' },
    },
    history: { days: 30 },
  });
  const { hash, steps } = await previewPlan(api.database, next);
  const outcome = await applyPlan(api.database, next, { plan: hash, ...allOf(steps) });
  if ('refused' in outcome) throw new Error(JSON.stringify(outcome));
  descriptor = next;
});
afterAll(() => api.close());

const call = (method: string, path: string, body?: unknown) =>
  api.call(method, path, {
    as: 'admin',
    headers: { 'If-Match': '*' },
    ...(body !== undefined && { body }),
  });

const asOf = (path: string, at = then) =>
  call('GET', `${path}${path.includes('?') ? '&' : '?'}_asOf=${at}`);

test('a renamed field has its old value under its current name, in records, lists and files', async () => {
  const expected = { _id: 't1', renamed: 'before' };

  expect((await asOf('/api/things/t1')).json).toMatchObject(expected);
  expect((await asOf('/api/things?renamed=before')).json.data).toMatchObject([expected]);
  expect((await asOf('/api/things/export?renamed=before')).json).toMatchObject([expected]);
  expect((await asOf('/api/things?renamed=after')).json.data).toEqual([]);
});

test('a version that changed only a removed field is not in the history', async () => {
  const { json } = await call('GET', '/api/things/t1/history');

  expect(json.data).toMatchObject([
    { version: 2, changes: [{ path: 'renamed' }, { path: 'box' }] },
    { version: 1 },
  ]);
});

test.each(['json', 'ndjson', 'csv', 'xlsx'])(
  'a part of an object that had another type is empty in a file: %s',
  async (format) => {
    const { status, text } = await asOf(`/api/things/export?format=${format}`);

    expect(status).toBe(200);
    if (format === 'xlsx') return;
    expect(text).toContain('crate');
    expect(text).not.toContain('huge');
  },
);

test('a part that had another type is empty in filters, sorting and computed fields', async () => {
  const { json } = await asOf('/api/things?box.name=crate&_sort=box.size,double');

  expect(json.data).toMatchObject([{ box: { name: 'crate' }, double: null }]);
  expect((await asOf('/api/things?box.size_gte=1')).json.data).toEqual([]);
  expect((await asOf('/api/things?box.size_null=true')).json.data).toHaveLength(1);
});

test('a moment before the history is refused, with the first possible one', async () => {
  const day = 86_400_000;
  await api.database.query(`update backoffice.history set at = at - interval '100 days'`);
  const at = new Date(Date.now() - 31 * day).toISOString();

  for (const path of ['/api/things', '/api/things/t1', '/api/things/export']) {
    const { status, json } = await asOf(path, at);
    expect([status, json.code, json.problems[0].path]).toEqual([400, 'Q021', '_asOf']);
    const first = Date.parse(json.problems[0].params.first);
    expect(Math.abs(first - (Date.now() - 30 * day))).toBeLessThan(60_000);
  }
  expect((await asOf('/api/things', new Date(Date.now() - 29 * day).toISOString())).status).toBe(
    200,
  );
});
