import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldTypes } from '../../src/fields/registry.ts';
import type { FieldType } from '../../src/fields/field-type.ts';
import { nobody, openTestStore, recordOf, type TestStore } from '../support/store.ts';

/** Every example of every type of field: its settings make a field, its valid values are stored. */
const examples = Object.entries(fieldTypes as Record<string, FieldType>).flatMap(([type, kind]) =>
  kind.examples.map(({ settings, valid }, index) => ({
    type,
    name: `${type}${index}`,
    declaration: { type, ...settings, ...(kind.relation && { to: 'targets' }) },
    valid: valid.map((value) => kind.value(kind.settings.parse(settings)).parse(value)),
    isReference: kind.relation !== undefined,
  })),
);

let db: TestStore;

beforeAll(async () => {
  const fields = Object.fromEntries(examples.map(({ name, declaration }) => [name, declaration]));
  db = await openTestStore({ targets: { fields: { name: { type: 'text' } } }, values: { fields } });
  const targets = new Set(
    examples
      .filter(({ isReference }) => isReference)
      .flatMap(({ valid }) => valid.flat() as string[]),
  );
  await db.store.writeMany(
    db.resource('targets'),
    [...targets].map((id) => ({ id, values: {} })),
    nobody,
  );
});
afterAll(() => db.close());

describe.each(examples)('$name', ({ name, valid }) => {
  test.each(valid.map((value) => [value]))('%j comes back as it is', async (value) => {
    const resource = db.resource('values');
    const values = { [name]: value };
    const { store } = db;
    const created = recordOf(await store.create(resource, values, nobody));
    const changed = recordOf(await store.create(resource, {}, nobody));
    const update = recordOf(await store.update(resource, changed._id, 1, values, nobody));
    const many = { id: `${created._id}-2`, values };
    expect(await store.writeMany(resource, [many], nobody)).toMatchObject([{ version: 1 }]);

    for (const id of [created._id, changed._id, many.id])
      expect(JSON.parse((await store.get(resource, id))!.json)[name]).toEqual(value);
    expect([created[name], update[name]]).toEqual([value, value]);

    // Written once more it is the same, so nothing is changed.
    const { _id: id, _version: expected } = update;
    expect(recordOf(await store.update(resource, id, expected, values, nobody))).toEqual(update);
    const again = [{ id, expected, values }];
    expect(await store.writeMany(resource, again, nobody)).toEqual([{ id, version: expected }]);
  });
});

test('a record without values has null for one and [] for many', async () => {
  const record = recordOf(await db.store.create(db.resource('values'), {}, nobody));

  expect(JSON.parse((await db.store.get(db.resource('values'), record._id))!.json)).toEqual(record);
  for (const { name, type } of examples) {
    const field = db.resource('values').fields.get(name)!;
    expect([type, record[name]]).toEqual([
      type,
      field.kind.column(field.settings).many ? [] : null,
    ]);
  }
});
