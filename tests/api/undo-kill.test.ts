import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';

const library = await openTestApi();
afterAll(() => library.close());

const RECORDS = 20_000;

/** Records that a set has changed, created and deleted, a third each; and those that were there before, by `_id`. */
async function changeAll(set: string): Promise<string> {
  const { database, descriptor, store } = library;
  const authors = descriptor.resources.get('authors')!;
  await database.query(
    `insert into backoffice.change_sets (id, by, way, resource) values ($1, $2, 'bulk', 'authors')`,
    [set, library.userId('admin')],
  );
  const by = { userId: library.userId('admin') };
  const ids = Array.from({ length: RECORDS }, (_, at) => at);
  const isOld = (at: number) => at % 3 !== 0;
  await inBatches(ids.filter(isOld), async (some) =>
    store.writeMany(
      authors,
      some.map((at) => ({ id: `a${at}`, values: { name: `Old ${at}` } })),
      by,
    ),
  );
  const before = await contents();
  const ours = { ...by, way: 'bulk', changeSet: set } as const;
  await inBatches(
    ids.filter((at) => at % 3 === 0),
    async (some) =>
      store.writeMany(
        authors,
        some.map((at) => ({ id: `a${at}`, values: { name: `New ${at}` } })),
        ours,
      ),
  );
  await inBatches(
    ids.filter((at) => at % 3 === 1),
    async (some) => {
      const writes = some.map((at) => ({ id: `a${at}`, values: { penName: 'set' }, expected: 1 }));
      return store.writeMany(authors, writes, ours);
    },
  );
  await inBatches(
    ids.filter((at) => at % 3 === 2),
    async (some) =>
      store.removeMany(
        authors,
        some.map((at) => ({ id: `a${at}`, expected: 1 })),
        ours,
      ),
  );
  return before;
}

async function inBatches(all: readonly number[], run: (some: number[]) => Promise<unknown>) {
  for (let at = 0; at < all.length; at += 1_000) await run(all.slice(at, at + 1_000));
}

/** A sum of all records, without what every write changes. */
async function contents(): Promise<string> {
  return await library.database.value<string>(
    `select count(*) || ' ' || md5(string_agg(_id || name || coalesce("penName", '-') || "createdAt" || coalesce("createdBy", '-'), ',' order by _id)) from authors`,
  );
}

test('an undo whose server dies is interrupted, and can be resumed to its end', async () => {
  const before = await changeAll('many-0001');
  const { database } = library;
  const script = fileURLToPath(new URL('../support/job-server.ts', import.meta.url));
  const token = await library.tokenOf('admin');
  const { place } = library.services.blobs;
  const args = [script, library.url, token, 'many-0001', 'undo-set', '{}', place];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let job: { id: string; done: number } | undefined;
  while ((job?.done ?? 0) < 3_000) {
    if (child.exitCode !== null) throw new Error('the server ended before it was killed');
    await wait(10);
    job = await database.first(
      `select id, coalesce((summary->>'created')::int + (summary->>'updated')::int + (summary->>'deleted')::int, 0) as done
       from backoffice.jobs where kind = 'undo'`,
    );
  }
  child.kill('SIGKILL');
  await exited;
  // As if the silence of the dead server had lasted long enough.
  await database.query(`update backoffice.jobs set alive_at = alive_at - interval '1 minute'`);
  const call = async (method: string, path: string): Promise<any> =>
    (await library.call(method, path, { as: 'admin' })).json;
  const died = await call('GET', `/api/jobs/${job!.id}`);

  await call('POST', `/api/jobs/${job!.id}/resume`);
  let ended = await call('GET', `/api/jobs/${job!.id}`);
  for (; ended.state === 'running'; ended = await call('GET', `/api/jobs/${job!.id}`))
    await wait(50);

  const third = Math.floor(RECORDS / 3);
  expect(died).toMatchObject({ kind: 'undo', state: 'interrupted' });
  expect(ended.state).toBe('done');
  expect(ended.summary).toMatchObject({
    total: RECORDS,
    deleted: third + 1,
    updated: third + 1,
    created: third,
    unchanged: 0,
    failed: 0,
  });
  expect(await contents()).toBe(before);
}, 300_000);
