import { afterAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import type { FieldType } from '../../src/fields/type/field-type.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import { openTestApi } from '../support/api.ts';
import { insertFiles, withWholeFiles } from '../support/example-files.ts';
import { fetchExport, sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

// A cell that equals what the record has changes nothing, whatever the type of its field and however it is written.

/** Every example of every type that people write: its settings make a field. */
const examples = Object.entries(fieldTypes as Record<string, FieldType>)
  .filter(([, { numbering }]) => !numbering)
  .flatMap(([type, kind]) =>
    kind.examples.map(({ settings, valid }, index) => ({
      name: `${type}${index}`,
      declaration: { type, ...settings, ...(kind.relation && { to: 'targets' }) },
      written: valid,
      stored: valid
        .map((value) => kind.value(kind.settings.parse(settings)).parse(value))
        .map((value) => withWholeFiles(kind, settings, value)),
      kind,
    })),
  );

const valuesOf = (is: (kind: FieldType) => unknown): unknown[] => [
  ...new Set(examples.filter(({ kind }) => is(kind)).flatMap(({ stored }) => stored.flat())),
];

const fields = Object.fromEntries(examples.map(({ name, declaration }) => [name, declaration]));
const descriptor = toDescriptor({
  ...librarySource,
  resources: {
    users: librarySource.resources.users,
    targets: { importKey: 'name', fields: { name: { type: 'text', unique: true } } },
    values: {
      importKey: 'code',
      fields: { code: { type: 'text', unique: true }, ...fields },
    },
  },
});
const api = await openTestApi({ descriptor: () => descriptor });
await insertFiles(
  api.database,
  valuesOf(({ files }) => files),
);
const ids = valuesOf(({ relation }) => relation);
await sendImport(
  api,
  '/api/targets',
  ids.map((_id) => ({ _id, name: `name of ${String(_id)}` })),
);
afterAll(() => api.close());

async function send(
  file: Parameters<typeof sendImport>[2],
  parts: Record<string, string> = {},
  name = typeof file === 'string' ? 'values.csv' : 'values.json',
): Promise<any> {
  const sent = { mode: 'upsert', ...parts };
  return (await sendImport(api, '/api/values', file, { name, parts: sent })).json;
}

/** Texts that are no CAS numbers have warnings. */
const unchanged = (total: number) =>
  expect.objectContaining({ total, unchanged: total, updated: 0, failed: 0 });

describe.each(examples)('$name', ({ name, written, stored }) => {
  test('importing an export changes nothing, as JSON or as any table', async () => {
    await api.database.query('truncate "values" cascade');
    const codes = stored.map((_value, at) => `code ${at}`);
    const records = stored.map((value, at) => ({
      id: `id-${at}`,
      values: { code: codes[at], [name]: value },
    }));
    await api.store.writeMany(api.descriptor.resources.get('values')!, records, { userId: null });
    const same = unchanged(stored.length);

    expect(await send(written.map((value, at) => ({ code: codes[at], [name]: value })))).toEqual(
      same,
    );
    for (const format of ['csv', 'json', 'xlsx'])
      for (const references of ['key', '_id']) {
        const query = `format=${format}&_fields=code,${name}&_references=${references}`;
        const { bytes } = await fetchExport(api, `/api/values/export?${query}`);
        expect([query, await send(bytes, {}, `values.${format}`)]).toEqual([query, same]);
      }
  });
});

describe('other spellings of the same value', () => {
  test.each<[string, unknown, string, object]>([
    ['decimal0', '1.50', '1.5', {}],
    // A spreadsheet program keeps 15 digits.
    ['number0', 0.12345678901234566, '0.123456789012346', {}],
    ['decimal0', '1.50', '1,500', { decimal: ',' }],
    ['decimal0', '1234.50', "1'234,5 kg", { decimal: ',', without: 'kg' }],
    ['money0', '1.50', '+1.5', {}],
    ['number0', 1.5, '1.50', {}],
    ['number0', 1000, '1e3', {}],
    ['text0', 'Bisphenol A', '  Bisphenol A ', {}],
    ['text0', 'A', 'N° A', { prefix: 'N°' }],
    ['email0', 'ada@example.org', ' Ada@Example.ORG ', {}],
    ['date0', '2026-01-02', '2.1.2026', { date: 'DD.MM.YYYY' }],
    ['datetime0', '2026-01-02T10:00:00.000Z', '2026-01-02T11:00:00+01:00', {}],
    ['time0', '09:05', '9:05', {}],
    ['duration0', 5_400, '1h 30m', {}],
    ['boolean0', true, 'TRUE', {}],
    ['tags0', ['a', 'b'], 'a; b ;', { split: ';' }],
    ['references0', ['AUT-0002', 'SRC-0001'], 'name of AUT-0002;SRC-0001', { split: ';' }],
    ['cas0', '80-05-7', ' 80-05-7 ', {}],
    ['text0', null, 'N/A', { empty: 'N/A' }],
    ['tags0', [], ' ', {}],
  ])('%s: %j is %j with %j', async (field, value, cell, conversion) => {
    await send([{ code: 'other', [field]: value }]);
    const mapping = JSON.stringify({ X: { field, ...conversion } });

    expect(await send(`code,X\nother,"${cell}"\n`, { mapping })).toEqual(unchanged(1));
  });
});
