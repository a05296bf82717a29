import { expect, test } from 'vitest';
import type { TestJobs } from '../support/jobs.ts';
import { openShelfJobs } from '../support/shelf-jobs.ts';
import type { Shelves } from '../support/shelves.ts';
import { authors, books, splitBook } from '../support/split-book.ts';

let jobs: TestJobs;
let shelves: Shelves;
openShelfJobs((opened, on) => {
  jobs = opened;
  shelves = on;
});

test('nothing is imported while an all-or-nothing sheet has failed rows', async () => {
  const { people, own, path, settled, repeated } = await splitBook(jobs, {
    Books: books,
    People: [...authors, ['', 'no name']],
  });
  await jobs.run(people.id, { dryRun: true, atomic: true });
  const before = await jobs.run(own.id, { dryRun: true });

  const held = await jobs.call('POST', `${path}/run`);
  await jobs.run(people.id, { dryRun: true, atomic: true, leaveOut: [3] });
  await repeated(before);
  const mended = await jobs.call('POST', `${path}/run`);
  const done = await settled();

  expect(held.status).toBe(422);
  expect(held.json.problems).toMatchObject([
    {
      code: 'I084',
      message: 'was not imported, because the sheet People has errors; correct that sheet first',
    },
  ]);
  expect(mended.status).toBe(202);
  expect(done.map(({ state, summary }: any) => [state, summary.created])).toEqual([
    ['done', 2],
    ['done', 2],
  ]);
});

test('nothing is imported while missing records of such a sheet fail, and the dry run predicts it', async () => {
  await jobs.call('POST', '/api/authors', { name: 'Old' });
  const { people, own, path } = await splitBook(jobs);
  const missing = { where: { name: 'Old' }, set: { mentor: 'nobody' } };
  const whole = { mode: 'upsert', missing, atomic: true };
  const dry = await jobs.run(people.id, { ...whole, dryRun: true });
  await jobs.run(own.id, { dryRun: true });

  const held = await jobs.call('POST', `${path}/run`);
  const done = await jobs.run(people.id, { ...whole, dryRun: false });

  expect([held.status, held.json.code]).toEqual([422, 'I084']);
  expect(dry.summary.missing).toMatchObject({ total: 1, failed: 1 });
  expect(done.summary.missing).toMatchObject({ total: 1, failed: 1, changed: 0 });
  expect(done.summary.created).toBe(0);
});

test('a sheet whose rows fail despite its dry run stops the others', async () => {
  const { people, own, path, settled } = await splitBook(jobs);
  await jobs.run(people.id, { dryRun: true, atomic: true, mode: 'create' });
  await jobs.run(own.id, { dryRun: true });
  // Somebody brings the same person meanwhile.
  await jobs.call('POST', '/api/authors', { name: 'Ann' });

  await jobs.call('POST', `${path}/run`);
  const [first, second] = await settled();

  expect(first).toMatchObject({ state: 'done', summary: { created: 0, failed: 1 } });
  expect(second).toMatchObject({ state: 'rehearsed', reason: { code: 'I084' } });
});

test('the remaining sheets are imported after the server stopped between two', async () => {
  const { people, own, path, settled } = await splitBook(jobs);
  for (const { id } of [people, own]) await jobs.run(id, { dryRun: true });
  await jobs.run(people.id, { dryRun: false });

  const started = await jobs.call('POST', `${path}/run`);
  const done = await settled();

  expect(started.status).toBe(202);
  expect(done.map(({ state }: any) => state)).toEqual(['done', 'done']);
  expect(await shelves.all()).toHaveLength(2);
});

test('a sheet without a job is skipped', async () => {
  const { people, own, path, settled } = await splitBook(jobs);
  for (const { id } of [people, own]) await jobs.run(id, { dryRun: true });

  await jobs.call('DELETE', `/api/jobs/${people.id}`);
  await jobs.call('POST', `${path}/run`);
  const done = await settled();

  expect(done).toMatchObject([{ id: own.id, state: 'done', summary: { created: 0, failed: 2 } }]);
});

test('an interrupted import resumes, and the next sheets follow', async () => {
  const { people, own, path, settled } = await splitBook(jobs);
  for (const { id } of [people, own]) await jobs.run(id, { dryRun: true });
  // As if its server had died when it had begun.
  await shelves.library.database.query(
    `update backoffice.jobs set state = 'interrupted', done_row = 0, summary = null,
       request = request || '{"dryRun": false}' where id = $1`,
    [people.id],
  );

  const started = await jobs.call('POST', `${path}/run`);
  const done = await settled();

  expect(started.status).toBe(202);
  expect(done.map(({ state }: any) => state)).toEqual(['done', 'done']);
  expect(await shelves.all()).toHaveLength(2);
});

test('sheets without a dry run are not imported', async () => {
  const { people, path } = await splitBook(jobs);
  await jobs.run(people.id, { dryRun: true });

  const { status, json } = await jobs.call('POST', `${path}/run`);

  expect(status).toBe(409);
  expect(json.problems).toMatchObject([{ code: 'S010', path: 'Books' }]);
});
