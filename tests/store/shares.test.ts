import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/store/connection/database.ts';
import { onBehalfOf, createShares, type Share } from '../../src/store/connection/shares.ts';
import { createTestDatabase } from '../support/database.ts';

const server = await createTestDatabase();
const database = await openDatabase({ url: server.url, log: { info() {}, warn() {} } });
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

const user = <T>(name: string, work: () => T) => onBehalfOf({ name, isVisitor: false }, work);
const visitor = <T>(name: string, work: () => T) => onBehalfOf({ name, isVisitor: true }, work);

/** Until the end of the test, time passes only by `vi.advanceTimersByTime`; what waits for its turn waits as ever. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('the pool serves callers first that used connections least and for short calls', async () => {
  stopClock();
  const shares = createShares(12);
  const take = async (name: string) => user(name, () => shares.take('list'));
  (await take('ordinary'))();
  const held = await Promise.all(Array.from({ length: 4 }, () => take('greedy')));
  vi.advanceTimersByTime(20);
  held.pop()!();
  held.push(await take('greedy'), await take('ordinary'));
  const order: string[] = [];
  const waiting = ['greedy', 'greedy', 'ordinary'].map(async (name) => {
    const leave = await take(name);
    order.push(name);
    leave();
  });

  held[0]!();
  await Promise.all(waiting);

  expect(order).toEqual(['ordinary', 'greedy', 'greedy']);
});

test('the pool keeps a connection for callers with short calls', async () => {
  stopClock();
  const shares = createShares(12);
  const take = async (name: string, wait?: number) => user(name, () => shares.take('list', wait));
  (await take('short'))();
  const slow = await take('slow');
  vi.advanceTimersByTime(120);
  slow();

  const held = await Promise.all(['slow', 'new', 'slow', 'slow'].map((name) => take(name)));

  await expect(take('slow', 20)).rejects.toMatchObject({ code: '53300' });
  await expect(take('newer', 20)).rejects.toMatchObject({ code: '53300' });
  (await take('short', 20))();
  for (const leave of held) leave();
});

test('visitors have their own connections, and do not use those of users', async () => {
  const shares = createShares(12);
  const many = async (name: string) => visitor(name, () => shares.take('ordinary', 20));
  const taken = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => many(`net${at}`)));

  const use = shares.use().filter(({ used }) => used > 0);
  expect(use).toMatchObject([{ share: 'visitor', used: 2, most: 3 }]);
  (await user('ordinary', () => shares.take('ordinary', 20)))();
  for (const each of taken) if (each.status === 'fulfilled') each.value();
});

const kinds: Share[] = [
  'ordinary',
  'visitor',
  'list',
  'facets',
  'report',
  'export',
  'import',
  'job',
  'bulk',
];

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

/** Until the end of the test, each reading of the clock is later than the one before, as on a busy server. */
function runClock(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.01));
  onTestFinished(() => void vi.restoreAllMocks());
}

test('waiting calls of one person are served first come, first served', async () => {
  runClock();
  const shares = createShares(12);
  const take = async () => user('ann', () => shares.take('list'));
  (await take())();
  const held = await Promise.all(Array.from({ length: 5 }, take));
  const order: number[] = [];
  const waiting = [1, 2, 3, 4, 5, 6].map(async (turn) => {
    const leave = await take();
    order.push(turn);
    leave();
  });

  for (const leave of held) leave();
  await Promise.all(waiting);

  expect(order).toEqual([1, 2, 3, 4, 5, 6]);
});

test('waiting calls are served in order, and counted meanwhile', async () => {
  const shares = createShares(12);
  const use = () => shares.use().find(({ share }) => share === 'export')!;
  const held = await Promise.all([1, 2, 3].map(async () => shares.take('export')));
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
