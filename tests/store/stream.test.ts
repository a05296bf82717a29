import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import { afterAll, expect, test } from 'vitest';
import type { ListQuery } from '../../src/descriptor/filter/filter.ts';
import { nobody, openTestStore } from '../support/store.ts';
import { shapes } from '../support/shapes.ts';

const RECORDS = 25_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const all: ListQuery = { sort: [], page: 1, perPage: 10, total: 'none' };

const db = await openTestStore(shapes);
await db.database.query(`insert into owners (_id, name) values ('o1', 'One'), ('o2', null)`);
await db.database.transaction(
  (sql) =>
    sql.query(
      `insert into things (_id, code, story, owner) select 't' || n, 'c' || n, repeat('story ', 300), 'o1' from generate_series(1, ${RECORDS}) n`,
    ),
  // On a machine that has other work to do.
  { timeout: 60_000 },
);
await db.database.query(`insert into things__helpers values ('t1', 1, 'o2'), ('t1', 2, 'o1')`);
afterAll(() => db.close());

test('a stream returns every record once, as it was at the start', async () => {
  const seen = new Set<string>();

  for await (const batch of db.store.stream(db.resource('things'), all)) {
    if (seen.size === 0) await db.store.remove(db.resource('things'), 't9999', '*', nobody);
    for (const json of batch) seen.add(JSON.parse(json)._id);
  }

  expect(seen.size).toBe(RECORDS);
  expect(seen).toContain('t9999');
});

test('a stream buffers only a few batches, however slowly it is read', async () => {
  const held = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 2 ** 20;
  };
  const before = held();

  let most = 0;
  let count = 0;
  for await (const batch of db.store.stream(db.resource('things'), all)) {
    // A reader that is slow: what is fetched ahead has come when another question is answered.
    await db.store.count(db.resource('owners'));
    count += 1;
    if (count % 10 === 0) most = Math.max(most, held() - before);
    expect(batch.length).toBeLessThan(1_000);
  }

  // All of it is 45 MiB of JSON.
  expect(most).toBeLessThan(20);
});

test('a stream returns its connection when its reader leaves or fails', async () => {
  for (let n = 0; n < 30; n++)
    for await (const batch of db.store.stream(db.resource('things'), all)) if (batch) break;
  for (let n = 0; n < 30; n++) {
    const broken = (async () => {
      for await (const batch of db.store.stream(db.resource('things'), all))
        throw new Error(`${batch.length}`);
    })();
    await expect(broken).rejects.toThrow('50');
  }

  expect(await db.store.count(db.resource('owners'))).toBe(2);
});

test('a stream reports a failing query', async () => {
  const stream = db.store.stream(db.resource('things'), {
    ...all,
    filter: { path: 'count', operator: 'eq', operands: ['x'] },
  });

  await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: '22P02' });
});

test('a stream writes references by their name in files, if they have one', async () => {
  const query: ListQuery = {
    ...all,
    fields: ['owner', 'helpers'],
    filter: { path: '_id', operator: 'eq', operands: ['t1'] },
  };
  const read = async (byKey?: Set<string>) => {
    for await (const [json] of db.store.stream(
      db.resource('things'),
      query,
      undefined,
      byKey && { byKey },
    ))
      return JSON.parse(json!);
  };

  expect(await read()).toEqual({ _id: 't1', _version: 1, owner: 'o1', helpers: ['o2', 'o1'] });
  expect(await read(new Set(['helpers']))).toMatchObject({ owner: 'o1', helpers: ['o2', 'o1'] });
});

test('a stream returns a record as an array of any number of values in the requested order', async () => {
  const resource = db.resource('owners');
  const read = async (asArrayOf: string[]) => {
    for await (const [json] of db.store.stream(resource, all, undefined, { asArrayOf }))
      return JSON.parse(json!);
  };

  expect(await read(['name', '_id', '_version'])).toEqual([expect.any(String), 'o1', 1]);
  expect(await read(Array.from({ length: 101 }, () => '_id'))).toEqual(Array(101).fill('o1'));
});

test('a stream reads in the transaction of its caller', async () => {
  await db.store.transaction(async (store) => {
    await store.create(db.resource('owners'), { name: 'Three' }, nobody, 'o3');
    const ids: string[] = [];
    for await (const batch of store.stream(db.resource('owners'), all))
      ids.push(...batch.map((json) => JSON.parse(json)._id));
    for await (const batch of store.stream(db.resource('owners'), all)) if (batch) break;

    expect(ids).toEqual(['o1', 'o2', 'o3']);
    expect(await store.count(db.resource('owners'))).toBe(3);
  });
});
