import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { ListQuery } from '../../../src/descriptor/filter/filter.ts';
import { openDatabase } from '../../../src/store/connection/database.ts';
import { createStore } from '../../../src/store/records/create-store.ts';
import type { CopyOptions } from '../../../src/store/file-options.ts';
import type { Store } from '../../../src/store/store.ts';
import { randomThing } from '../../support/random-things.ts';
import { shapes } from '../../support/shapes.ts';
import { nobody, openTestStore, silent } from '../../support/store.ts';

/** Beside a field of every shape, values that are computed, also from other records. */
const computed = {
  shout: { type: 'text', computed: 'upper(label)' },
  heavy: { type: 'boolean', computed: 'weight > 100' },
  half: { type: 'number', computed: 'weight / 2' },
};
const { things } = shapes;
const declared = { ...shapes, things: { ...things, fields: { ...things.fields, ...computed } } };

/** What is kept as JSON has no cell that PostgreSQL could write. */
const inCells = Object.keys(declared.things.fields).filter((name) => !/^(box|extra)$/.test(name));

const db = await openTestStore(declared);
const second = await openDatabase({ url: db.url, log: silent, wire: 'plain' });
const fast = db.store;
const plain = createStore(second, () => db.descriptor);
const owners = ['o1', 'o "2"'].map((id) => ({ id, values: { name: `Owner\t${id}` } }));
await fast.writeMany(db.resource('owners'), owners, nobody);
const random = fc.sample(randomThing, { numRuns: 700, seed: 13 });
// Longer than what is received at a time, in the middle of it and at its edges.
const long = [65_535, 65_536, 300_000].map((size) => ({ story: `"é\n${'x'.repeat(size)}\\"` }));
const written = [...random, ...long, ...random.slice(0, 50)].map((values, at) => ({
  id: `t${at}`,
  values: { code: `c${at}`, ...values },
}));
const outcomes = await fast.writeMany(db.resource('things'), written, nobody);
if (outcomes.some((outcome) => 'failure' in outcome)) throw new Error('a thing was refused');
await writeStrangeValues();
afterAll(async () => {
  await second.close();
  await db.close();
});

/** Values that only other programs can have written. */
async function writeStrangeValues(): Promise<void> {
  const strange = {
    weight: ['NaN', 'Infinity', '-Infinity', '1e300', '-1.5e-300', '123456789012345680000'],
    day: ['0044-03-15 BC', '10000-01-01', 'infinity'],
    at: ['0044-03-15 12:00:00 BC', '10000-01-01 12:00:00', 'infinity', '2026-01-01 12:00:00.05'],
    count: ['-9223372036854775808', '9223372036854775807'],
    words: ['{NULL,"NULL",""}', '{"",b}', `{"'","=1"}`, '{＝1}', `{"''+1"}`],
    label: ["'", "''=1", '＝1', '\t', '=a,b;c|d\te', '"', ' a '],
  };
  let at = 0;
  for (const [field, values] of Object.entries(strange))
    for (const value of values)
      await db.database.query(`update things set "${field}" = $1 where code = $2`, [
        value,
        `c${at++}`,
      ]);
}

const ordered = [{ path: 'code', descending: false }];
const everything: ListQuery = { sort: ordered, page: 1, perPage: 1_000, total: 'none' };

describe('both wires', () => {
  test.each<Partial<ListQuery>>([
    {},
    { perPage: 10, page: 3, total: 'exact' },
    { sort: [{ path: 'weight', descending: true }], perPage: 100 },
    { sort: [{ path: 'words', descending: false }], perPage: 7, total: 'estimate' },
    { fields: ['story', 'at'] },
    { page: 99, total: 'exact' },
  ])('write the same page for %j', async (asked) => {
    const query = { ...everything, ...asked };

    const pages = await Promise.all(
      [fast, plain].map((store) => store.list(db.resource('things'), query)),
    );

    const [ours, theirs] = pages.map(({ json, ...rest }) => ({ ...rest, text: json.toString() }));
    expect(ours).toEqual(theirs);
    expect(() => JSON.parse(ours!.text) as unknown).not.toThrow();
  });

  test.each<CopyOptions>([
    { names: inCells, delimiter: ',' },
    { names: inCells, delimiter: ';' },
    { names: inCells, delimiter: '|' },
    { names: inCells, delimiter: '\t', byKey: new Set(['owner', 'helpers']) },
    { between: ',\n' },
    { between: '\n', byKey: new Set(['owner', 'helpers']) },
  ])('write the same file for %j', async (options) => {
    const [ours, theirs] = await Promise.all([copy(fast, options), copy(plain, options)]);

    expect(ours.rows).toBe(753);
    expect(theirs.rows).toBe(753);
    expect(ours.bytes.length).toBeGreaterThan(400_000);
    expect(ours.bytes.toString()).toBe(theirs.bytes.toString());
  });
});

async function copy(store: Store, options: CopyOptions): Promise<{ bytes: Buffer; rows: number }> {
  const pieces: Buffer[] = [];
  let rows = 0;
  const query = { ...everything, sort: [] };
  const copied = store.copyRecords(db.resource('things'), query, undefined, options);
  for await (const piece of copied!) {
    pieces.push(Buffer.from(piece.bytes));
    rows += piece.rows;
  }
  return { bytes: Buffer.concat(pieces), rows };
}
