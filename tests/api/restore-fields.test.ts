import { afterAll, describe, expect, it, test } from 'vitest';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import type { FieldType } from '../../src/fields/type/field-type.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import { previewPlan } from '../../src/store/schema/plan/make-plan.ts';
import { applyPlan } from '../../src/store/schema/plan/apply-plan.ts';
import { openTestApi } from '../support/api.ts';
import { insertFiles, withWholeFiles } from '../support/example-files.ts';
import { librarySource } from '../support/library.ts';
import { allOf } from '../support/planning.ts';

/** Every example of every type of field that people write: its settings make a field. */
const types = Object.entries(fieldTypes as Record<string, FieldType>);
const examples = types
  .filter(([, { numbering }]) => !numbering)
  .flatMap(([type, kind]) =>
    kind.examples.map(({ settings, valid }, index) => ({
      name: `${type}${index}`,
      declaration: { type, ...settings, ...(kind.relation && { to: 'targets' }) },
      valid: valid
        .map((value) => kind.value(kind.settings.parse(settings)).parse(value))
        // No record begins with it.
        .filter(
          (value) =>
            !kind.offers?.(kind.settings.parse(settings)).retired.includes(value as string),
        ),
      isReference: kind.relation !== undefined,
      filesOf: (value: unknown) => kind.files?.of(withWholeFiles(kind, settings, value)) ?? [],
    })),
  );

const text = { type: 'text' };
const toSource = (fields: object) =>
  toDescriptor({
    roles: { admin: { all: true } },
    resources: {
      targets: { fields: { name: text } },
      values: {
        fields: Object.fromEntries(examples.map(({ name, declaration }) => [name, declaration])),
      },
      things: { fields },
      users: librarySource.resources.users,
    },
  });

let descriptor: Descriptor = toSource({
  old: text,
  state: { type: 'choice', choices: ['raw', 'done'] },
  dropped: text,
  amount: text,
  kind: { type: 'choice', choices: ['a', 'b'] },
  later: text,
});

const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const anyVersion = { 'If-Match': '*' };
const call = (method: string, path: string, body?: unknown) =>
  api.call(method, path, { as: 'admin', headers: anyVersion, ...(body !== undefined && { body }) });

describe.each(examples)('$name', ({ name, valid, isReference, filesOf }) => {
  test.each(valid.map((value) => [value]))('%j is restored as it was', async (value) => {
    const targets = api.descriptor.resources.get('targets')!;
    for (const id of isReference ? ([value].flat() as string[]) : [])
      await api.store.create(targets, {}, { userId: null }, id);
    await insertFiles(api.database, filesOf(value), api.userId('admin'));
    const { json: created } = await call('POST', '/api/values', { [name]: value });
    const path = `/api/values/${created._id}`;
    await call('PATCH', path, { [name]: null });

    const { status, json } = await call('POST', `${path}/restore`, { version: 1 });

    expect([status, json[name]]).toEqual([200, created[name]]);
    const { json: past } = await call('GET', `${path}/history/1`);
    expect(past.record[name]).toEqual(created[name]);
  });
});

/** Applies other declarations of the fields of things, as the command does with consent to everything. */
async function declare(fields: object): Promise<void> {
  const next = toSource(fields);
  const { hash, steps } = await previewPlan(api.database, next);
  const outcome = await applyPlan(api.database, next, { plan: hash, ...allOf(steps) });
  if ('refused' in outcome) throw new Error(JSON.stringify(outcome));
  descriptor = next;
}

it('a restore follows renames, and reports values that no longer fit', async () => {
  const first = { old: 'x', state: 'raw', dropped: 'gone', amount: 'many', kind: 'b', later: null };
  const { json: thing } = await call('POST', '/api/things', first);
  const path = `/api/things/${thing._id}`;
  const second = { old: 'y', state: 'done', dropped: 'too', amount: '5', kind: 'a', later: 'now' };
  await call('PATCH', path, second);
  // A plan renames a choice while records have it.
  await call('POST', '/api/things', { state: 'raw', later: 'now' });

  await declare({
    renamed: { ...text, was: 'old' },
    state: { type: 'choice', choices: [{ value: 'new', was: 'raw' }, 'done'] },
    amount: { type: 'number' },
    kind: { type: 'choice', choices: ['a'] },
    later: { ...text, required: true },
  });

  const { json: past } = await call('GET', `${path}/history/1`);
  expect(past.record).toMatchObject({ renamed: 'x', state: 'new' });
  expect(past.record).not.toHaveProperty('dropped');
  const { text: whole } = await call('GET', `${path}/history`);
  expect(whole).not.toMatch(/dropped|gone|too|"old"/);

  const { status, json } = await call('POST', `${path}/restore`, { version: 1 });
  expect(status).toBe(409);
  expect(json.problems.map((each: any) => `${each.path} ${each.code}`).toSorted()).toEqual([
    'amount S024',
    'kind V008',
    'later S025',
  ]);
  const dropped = await call('POST', `${path}/restore`, { version: 1, fields: ['dropped'] });
  expect([dropped.status, dropped.json.problems[0].code]).toEqual([422, 'V009']);
  const fields = ['renamed', 'state'];
  const { json: restored } = await call('POST', `${path}/restore`, { version: 1, fields });
  expect(restored).toMatchObject({ renamed: 'x', state: 'new', amount: 5, kind: 'a', _version: 3 });
});

it('a restore reports an erased value, and does not restore it', async () => {
  const { json: thing } = await call('POST', '/api/things', { renamed: 'private', later: 'l' });
  const path = `/api/things/${thing._id}`;
  await call('PATCH', path, { renamed: 'public', later: 'm' });
  await api.database.query(
    `update backoffice.history set erased = '{renamed}', before = before || '{"renamed":null}',
       after = after || '{"renamed":null}' where record_id = $1`,
    [thing._id],
  );

  const { json: history } = await call('GET', `${path}/history?field=renamed`);
  const { json: past } = await call('GET', `${path}/history/1`);
  const { status, json } = await call('POST', `${path}/restore`, { version: 1 });

  const erased = { path: 'renamed', before: null, after: null, erased: true };
  expect(history.data.map(({ version }: any) => version)).toEqual([2, 1]);
  for (const { changes } of history.data) expect(changes).toContainEqual(erased);
  expect([past.erased, past.record.renamed]).toEqual([['renamed'], null]);
  expect([status, json.problems.map(({ code }: any) => code)]).toEqual([409, ['S018']]);
  const rest = await call('POST', `${path}/restore`, { version: 1, fields: ['later'] });
  expect(rest.json).toMatchObject({ renamed: 'public', later: 'l' });
});
