import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../src/store/database.ts';
import { onBehalfOf } from '../../src/store/owner.ts';
import { createShares, type Share } from '../../src/store/shares.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = await openDatabase({ url: server.url, log: { info() {}, warn() {} } });
});
afterAll(async () => {
  await database?.close();
  await server?.drop();
});

const useOf = (share: Share) => database.use().primary.shares.find((use) => use.share === share)!;
const ask = (share: Share) => database.for(share, 50).query<{ one: number }>('select 1 as one');

/** While work of this kind uses all connections it may. */
async function whileFull(share: Share, run: () => Promise<void>): Promise<void> {
  const { most } = useOf(share);
  const held = await Promise.all(
    Array.from({ length: most }, () => database.for(share).begin({ idleTimeout: 60_000 })),
  );
  try {
    await run();
  } finally {
    await Promise.all(held.map(({ end }) => end('rollback')));
  }
}

test('lets in first who used connections least of late', async () => {
  const shares = createShares(12);
  const greedy = <T>(work: () => T) => onBehalfOf('greedy', work);
  const held = await greedy(() =>
    Promise.all(Array.from({ length: 5 }, () => shares.take('list'))),
  );
  await sleep(20);
  held.pop()!();
  held.push(await greedy(() => shares.take('list')));
  const order: string[] = [];
  const waiting = [
    ...Array.from({ length: 3 }, () => greedy(() => shares.take('list'))).map((turn) =>
      turn.then((leave) => (order.push('greedy'), leave())),
    ),
    onBehalfOf('ordinary', () => shares.take('list')).then(
      (leave) => (order.push('ordinary'), leave()),
    ),
  ];

  held[0]!();
  await Promise.all(waiting);

  expect(order).toEqual(['ordinary', 'greedy', 'greedy', 'greedy']);
});

const kinds: Share[] = ['ordinary', 'list', 'facets', 'report', 'export', 'import', 'job', 'bulk'];

test.each(kinds)('no kind of work takes the connections of the others: %s', async (share) => {
  await whileFull(share, async () => {
    await expect(ask(share)).rejects.toMatchObject({ code: '53300' });
    for (const other of kinds.filter((kind) => kind !== share))
      expect((await ask(other)).rows).toEqual([{ one: 1 }]);
    expect(await database.probe((sql) => sql.query('select 1 as one'))).toMatchObject({
      rows: [{ one: 1 }],
    });
  });

  expect((await ask(share)).rows).toEqual([{ one: 1 }]);
  expect(useOf(share)).toMatchObject({ used: 0, waiting: 0 });
});

test('ordinary calls have connections while all other kinds use theirs', async () => {
  const held = [];
  for (const share of kinds.filter((kind) => kind !== 'ordinary'))
    for (let used = 0; used < useOf(share).most; used++)
      held.push(database.for(share, 50).begin({ idleTimeout: 60_000 }));
  await Promise.allSettled(held);

  expect((await ask('ordinary')).rows).toEqual([{ one: 1 }]);
  expect(database.use().primary.open).toBeLessThanOrEqual(12);
  for (const each of await Promise.allSettled(held))
    if (each.status === 'fulfilled') await each.value.end('rollback');
});

test('who waits has its turn, in order, and is counted meanwhile', async () => {
  const shares = createShares(12);
  const use = () => shares.use().find(({ share }) => share === 'export')!;
  const held = await Promise.all([1, 2, 3].map(() => shares.take('export')));
  const turns: number[] = [];
  const waiting = [1, 2, 3].map(async (turn) => {
    const leave = await shares.take('export');
    turns.push(turn);
    leave();
    leave(); // twice is once
  });
  expect(use()).toMatchObject({ used: 3, waiting: 3, most: 3 });

  for (const leave of held) leave();
  await Promise.all(waiting);

  expect(turns).toEqual([1, 2, 3]);
  expect(use()).toMatchObject({ used: 0, waiting: 0 });
});
