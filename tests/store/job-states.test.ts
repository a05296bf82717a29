import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openFolderBlobs } from '../../src/store/blobs/folder-blobs.ts';
import { insertJob, readJobFile, storeJobFiles } from '../../src/store/system/jobs/job-file.ts';
import {
  cancelJob,
  endJob,
  JobTakenOver,
  renewJob,
  saveProgress,
  startJob,
} from '../../src/store/system/jobs/run-states.ts';
import { getJob } from '../../src/store/system/jobs/read-jobs.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';
import { openTestStore } from '../support/store.ts';

let made = 0;

const db = await openTestStore({});
afterAll(() => db.close());

async function openJob(resource: string): Promise<string> {
  const id = `job ${++made}`;
  const file = { name: 'a.csv', size: 1, hash: '', layout: {} } as never;
  await insertJob(db.database, { id, resource, createdBy: 'me', apiKey: null, file });
  return id;
}

const start = (id: string, changes: object = {}) =>
  startJob(db.database, {
    id,
    lease: 'mine',
    request: { mode: 'x' },
    from: ['uploaded'],
    keeps: false,
    ...changes,
  });
const stateOf = async (id: string) => (await getJob(db.database, id))?.state;
const silence = (id: string, seconds: number) =>
  db.database.query(
    `update backoffice.jobs set alive_at = clock_timestamp() - make_interval(secs => $2) where id = $1`,
    [id, seconds],
  );

describe('a job', () => {
  test('starts only from a valid state, and one at a time per resource', async () => {
    const [one, other, apart] = [await openJob('a'), await openJob('a'), await openJob('b')];

    expect(await start('gone')).toBe('other');
    expect(await start(one, { from: ['rehearsed'] })).toBe('other');
    expect(await start(one)).toBe('started');
    expect(await start(one)).toBe('other');
    expect(await start(other)).toBe('busy');
    expect(await start(apart)).toBe('started');

    await silence(one, 20);
    expect(await stateOf(one)).toBe('interrupted');
    expect(await start(other)).toBe('started');
  });

  test('belongs to the server that holds its lease, until it ends', async () => {
    const id = await openJob('c');
    await start(id);
    const mine = { id, lease: 'mine' };
    const progress = { row: 5, summary: { total: 7 } };

    expect(await renewJob(db.database, mine, 9)).toEqual({ isOurs: true, cancels: false });
    expect(await renewJob(db.database, mine, 3)).toEqual({ isOurs: true, cancels: false });
    await saveProgress(db.database, mine, progress);
    expect(await getJob(db.database, id)).toMatchObject({
      state: 'running',
      doneRow: 5,
      doneBytes: 9,
      summary: { total: 7 },
    });
    expect(await cancelJob(db.database, id)).toBe(true);
    expect(await renewJob(db.database, mine, 9)).toEqual({ isOurs: true, cancels: true });

    const others = { id, lease: 'of another' };
    expect(await renewJob(db.database, others, 9)).toEqual({ isOurs: false, cancels: false });
    const late = saveProgress(db.database, others, progress);
    await expect(late).rejects.toThrow(new JobTakenOver(id));
    await expect(late).rejects.toBeInstanceOf(JobTakenOver);
    await endJob(db.database, others, { state: 'done' } as never);
    expect(await stateOf(id)).toBe('running');
    await endJob(db.database, mine, { state: 'cancelled', failure: 'x' });
    expect(await getJob(db.database, id)).toMatchObject({
      state: 'cancelled',
      failure: 'x',
      summary: { total: 7 },
    });
    expect(await cancelJob(db.database, id)).toBe(false);
  });

  test('of a dead server is stopped at once, and resumed from its progress', async () => {
    const id = await openJob('d');
    await start(id);
    await saveProgress(db.database, { id, lease: 'mine' }, { row: 5, summary: { total: 7 } });
    await silence(id, 20);

    expect(await start(id, { from: ['interrupted'], keeps: true, lease: 'next' })).toBe('started');
    expect(await getJob(db.database, id)).toMatchObject({ doneRow: 5, summary: { total: 7 } });
    await silence(id, 20);
    expect(await start(id, { from: ['interrupted'] })).toBe('started');
    expect(await getJob(db.database, id)).toMatchObject({ doneRow: 0, summary: null });
    await silence(id, 20);
    expect(await cancelJob(db.database, id)).toBe(true);
    expect(await stateOf(id)).toBe('cancelled');
  });
});

test.each([
  ['nothing', 0],
  ['less than a slice', 10],
  ['exactly a slice', 65_536],
  ['more than some slices', 300_000],
])('a job keeps a file of %s as it arrived, with its progress', async (_, size) => {
  const blobs = await openFolderBlobs(await openTemporaryFolder());
  const whole = Buffer.alloc(size, 'some bytes');
  const path = join(blobs.scratch, 'file');
  await writeFile(path, whole);
  const stores = { database: db.database, blobs };
  const id = `job ${++made}`;
  const sha256 = createHash('sha256').update(whole).digest('hex');
  await storeJobFiles(stores, id, [{ part: 'table', path, size, sha256 }]);
  const parts: Uint8Array[] = [];
  const seen: number[] = [];

  for await (const part of readJobFile(stores, id, (bytes) => seen.push(bytes))) {
    expect(seen).toHaveLength(parts.length);
    parts.push(part);
  }

  expect(Buffer.concat(parts).equals(whole)).toBe(true);
  expect(seen).toEqual(parts.map(({ length }) => length));
  expect(Math.max(0, ...seen)).toBeLessThanOrEqual(65_536);
});
