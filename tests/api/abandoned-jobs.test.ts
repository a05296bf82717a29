import { afterEach, beforeEach, expect, test } from 'vitest';
import { resumeAbandonedJobs } from '../../src/services/resume/resume-abandoned.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { jobsOf, type TestJobs } from '../support/jobs.ts';

const ROWS = 20_000;
const file = `name\n${Array.from({ length: ROWS }, (_, at) => `Author ${at}`).join('\n')}\n`;

let library: TestApi;
let jobs: TestJobs;
beforeEach(async () => {
  library = await openTestApi();
  jobs = jobsOf(library, '/api/authors');
});
afterEach(() => library.close());

const look = (): Promise<void> => resumeAbandonedJobs(library.services);
const count = async (): Promise<number> =>
  (await library.database.query<{ count: number }>('select count(*)::int as count from authors'))
    .rows[0]!.count;

/** A job whose server stops as planned in the middle of it. */
async function leaveJob(body: object): Promise<string> {
  const { json: job } = await jobs.upload(file);
  const leaving = await library.openReplica();
  await leaving.call('POST', `/api/jobs/${job.id}/run`, { as: 'admin', body });
  await leaving.close();
  return job.id;
}

/** As if the server of the job had died, and its silence had lasted long enough. */
async function die(id: string): Promise<void> {
  await library.database.query(
    `update backoffice.jobs set state = 'running', lease = 'gone', alive_at = now() - interval '1 minute' where id = $1`,
    [id],
  );
}

test('an import continues on its own after a planned restart, and no row is lost or duplicated', async () => {
  const id = await leaveJob({});
  const { json: left } = await jobs.call('GET', `/api/jobs/${id}`);
  const before = await count();

  await look();
  const done = await jobs.ended(id);

  expect(left.state).toBe('interrupted');
  expect(before).toBeLessThan(ROWS);
  expect(done).toMatchObject({ state: 'done', summary: { created: ROWS, failed: 0 } });
  expect(await count()).toBe(ROWS);
});

test('an import that a user stopped just before its server ended stays stopped', async () => {
  const { json: job } = await jobs.upload(file);
  const leaving = await library.openReplica();
  await leaving.call('POST', `/api/jobs/${job.id}/run`, { as: 'admin', body: {} });
  await leaving.call('POST', `/api/jobs/${job.id}/cancel`, { as: 'admin' });
  await leaving.close();

  await look();

  expect(await jobs.ended(job.id)).toMatchObject({ state: 'cancelled' });
  expect(await count()).toBeLessThan(ROWS);
});

test('a dry run starts again after its server ended', async () => {
  const id = await leaveJob({ dryRun: true });

  await look();

  expect(await jobs.ended(id)).toMatchObject({ state: 'rehearsed', summary: { created: ROWS } });
  expect(await count()).toBe(0);
});

test('an undo of an import continues after its server ended', async () => {
  const { json: job } = await jobs.upload(file);
  await jobs.run(job.id);
  const leaving = await library.openReplica();
  await leaving.call('POST', `/api/jobs/${job.id}/undo`, { as: 'admin' });
  await leaving.close();
  const { json: left } = await jobs.call('GET', `/api/jobs/${job.id}`);

  await look();

  expect(left.state).toBe('interrupted');
  expect(await jobs.ended(job.id)).toMatchObject({ state: 'undone' });
  expect(await count()).toBe(0);
});

test('a job whose server dies again waits for a person, and then continues on its own once more', async () => {
  const id = await leaveJob({});
  await look();
  await jobs.ended(id);

  await die(id);
  await look();
  const waiting = await jobs.call('GET', `/api/jobs/${id}`);
  await jobs.call('POST', `/api/jobs/${id}/resume`);
  await jobs.ended(id);
  await die(id);
  await look();

  expect(waiting.json.state).toBe('interrupted');
  expect(await jobs.ended(id)).toMatchObject({ state: 'done' });
});

test('an import continues after an outage of the database', async () => {
  const id = await leaveJob({});
  await library.database.query(`
    create function too_slow() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '57014', message = 'too slow';
    end $$;
    create trigger too_slow before update on backoffice.jobs for each row
      when (new.lease is distinct from old.lease) execute function too_slow()`);

  await look();
  await library.database.query('drop function too_slow cascade');
  const { json: waiting } = await jobs.call('GET', `/api/jobs/${id}`);
  await look();

  expect(waiting.state).toBe('interrupted');
  expect(await jobs.ended(id)).toMatchObject({ state: 'done', summary: { created: ROWS } });
});

test('an import of users waits for a person with a fresh proof', async () => {
  const people = jobsOf(library, '/api/users');
  const { json: job } = await people.upload('email,name,role\nnew@example.org,New,viewer\n');
  await people.run(job.id);
  await die(job.id);

  await look();

  expect((await people.call('GET', `/api/jobs/${job.id}`)).json.state).toBe('interrupted');
});

test('a job of a user who lost the right waits too', async () => {
  const id = await leaveJob({});
  await library.database.query(`update users set role = 'viewer' where role = 'admin'`);

  await look();
  await look();

  const { rows } = await library.database.query('select state, resumed from backoffice.jobs');
  expect(rows).toEqual([{ state: 'running', resumed: true }]);
  expect(id).not.toBe('');
});

/** What the server writes after a job has begun is lost, as if it died at that moment; returns how it starts again. */
async function dieOnceBegun(): Promise<() => Promise<void>> {
  const { database } = library;
  await database.query(`
    create function die() returns trigger language plpgsql as $$ begin
      if (select xmin::text from backoffice.jobs where state = 'running') is distinct from (txid_current() % 4294967296)::text
      then raise exception 'gone'; end if;
      return new;
    end $$;
    create trigger die before update on backoffice.idempotency_keys for each row
      when (new.status is not null) execute function die()`);
  return async () => {
    await database.query(`
      drop trigger die on backoffice.idempotency_keys;
      drop function die;
      update backoffice.idempotency_keys set claimed_at = claimed_at - interval '1 minute'
      where status is null`);
  };
}

const runFirst = async (id: string): Promise<void> => void (await jobs.run(id, BODY));

test.each([
  { action: 'run', prepare: async () => {} },
  {
    action: 'resume',
    prepare: async (id: string) => {
      await runFirst(id);
      await die(id);
    },
  },
  { action: 'undo', prepare: runFirst },
  { action: 'again', prepare: runFirst },
])(
  '$action of a job repeated after its server died gets the first response',
  async ({ action, prepare }) => {
    const { json: job } = await jobs.upload('name,x\nOne,1\n,2\n');
    await prepare(job.id);
    const restart = await dieOnceBegun();
    const send = () =>
      library.call('POST', `/api/jobs/${job.id}/${action}`, {
        as: 'admin',
        body: action === 'run' ? BODY : undefined,
        headers: { 'Idempotency-Key': 'once' },
      });

    const first = await send();
    await jobs.ended(first.json.id);
    await restart();
    const again = await send();

    expect([again.status, again.json.id]).toEqual([first.status, first.json.id]);
    for (const header of ['Location', 'Change-Set'])
      expect(again.headers.get(header)).toBe(first.headers.get(header));
    const { data } = (await jobs.call('GET', '/api/jobs')).json;
    expect(data).toHaveLength(action === 'again' ? 2 : 1);
  },
);

const BODY = { mapping: { x: null } };
