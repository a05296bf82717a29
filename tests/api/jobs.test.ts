import { describe, expect, test } from 'vitest';
import { enterDryRun } from '../../src/services/import/import-file.ts';
import { fetchExport, sendImport } from '../support/exchange.ts';
import type { TestJobs } from '../support/jobs.ts';
import { openShelfJobs } from '../support/shelf-jobs.ts';
import type { Shelves } from '../support/shelves.ts';

let shelves: Shelves;
let jobs: TestJobs;
openShelfJobs((opened, of) => {
  jobs = opened;
  shelves = of;
});

const csv = 'Titel,isbn,pages,mail\nEmma,1,474,x\nPersuasion,2,many,y\nEmma,1,3,z\n';
const mapping = { Titel: 'title', mail: null };

describe('an uploaded import file', () => {
  test('waits, and nothing is imported', async () => {
    const { status, json, headers } = await jobs.upload(csv);

    expect(status).toBe(201);
    expect(headers.get('Location')).toBe(`/api/jobs/${json.id}`);
    expect(json).toMatchObject({
      state: 'uploaded',
      resource: 'books',
      file: { name: 'records.csv' },
    });
    expect(await shelves.all()).toEqual([]);
  });

  test('is refused if it cannot be read', async () => {
    expect((await jobs.upload('%PDF-1.7')).status).toBe(415);
    expect((await jobs.upload('', 'x.json')).json.code).toBe('I007');
  });

  test('is remembered by its columns, and the next one is offered the same settings', async () => {
    const { json: first } = await jobs.upload(csv, 'first.csv');
    await jobs.run(first.id, { mapping });
    const { json: second } = await jobs.upload('isbn,Titel,mail,pages\n', 'second.csv');

    const { json } = await jobs.call('POST', `/api/jobs/${second.id}/look`, {});
    const named = await jobs.call('PUT', `/api/recipes/${json.recipe.id}`, {
      name: 'Shop',
      shared: true,
    });

    expect(json.recipe).toMatchObject({ name: 'first.csv', shared: false, request: { mapping } });
    expect(named.json).toMatchObject({ name: 'Shop', shared: true });
    expect(
      (await jobs.call('GET', '/api/books/recipes', undefined, 'staff')).json.data,
    ).toHaveLength(1);
    expect(
      (await jobs.call('DELETE', `/api/recipes/${json.recipe.id}`, undefined, 'staff')).status,
    ).toBe(403);
    expect((await jobs.call('DELETE', `/api/recipes/${json.recipe.id}`)).status).toBe(204);
  });
});

describe('a dry run', () => {
  const { signal } = new AbortController();
  const large = { size: 1_000_001, owner: 'somebody', signal };

  test('of a large file waits within a request too', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => enterDryRun(large)));
    const file = `title,isbn\n${'x'.repeat(1_000_000)},1\n`;
    const send = (dryRun: string) =>
      sendImport(shelves.library, '/api/books', file, { name: 'a.csv', parts: { dryRun } });
    let isAnswered = false;

    const waiting = send('true').finally(() => (isAnswered = true));
    const imports = [await send('false'), await send('false')];
    const wasAnswered = isAnswered;
    for (const leave of others) leave();

    expect(imports.map(({ status }) => status)).toEqual([200, 200]);
    expect([wasAnswered, (await waiting).status]).toEqual([false, 200]);
  });

  test('of a large file waits for others, and can be stopped meanwhile', async () => {
    const { json } = await jobs.upload(`title,isbn\n${'x'.repeat(1_000_000)},1\nEmma,2\n`);
    const others = await Promise.all(Array.from({ length: 4 }, () => enterDryRun(large)));

    await jobs.call('POST', `/api/jobs/${json.id}/run`, { dryRun: true });
    await jobs.call('POST', `/api/jobs/${json.id}/cancel`);
    const stopped = await jobs.ended(json.id);
    for (const leave of others) leave();
    const again = await jobs.run(json.id, { dryRun: true });

    expect([stopped.state, stopped.doneRow]).toEqual(['cancelled', 0]);
    expect(again).toMatchObject({ state: 'rehearsed', doneRow: 2 });
  });

  test('shows the result of each row, cell by cell, and writes nothing', async () => {
    await sendImport(shelves.library, '/api/books', [
      { _id: 'old', title: 'Old', isbn: '1', pages: 3 },
    ]);
    const { json: job } = await jobs.upload(csv);

    const ended = await jobs.run(job.id, { mapping, mode: 'upsert', dryRun: true });

    expect(ended.state).toBe('rehearsed');
    expect(ended.summary).toMatchObject({ total: 3, updated: 2, failed: 1 });
    const [first] = await jobs.rows(job.id, 'updated');
    expect(first).toMatchObject({ row: 1, id: 'old' });
    expect(first.changes).toContainEqual({ field: 'title', old: 'Old', new: 'Emma' });
    expect(first.changes).toContainEqual({ field: 'pages', old: 3, new: 474 });
    const [failed] = await jobs.rows(job.id, 'failed');
    expect(failed).toMatchObject({
      row: 2,
      problems: [{ path: 'pages', column: 'pages', value: 'many', code: 'V002' }],
    });
    expect(await shelves.all()).toMatchObject([{ title: 'Old' }]);
  });

  test('can be followed by the import', async () => {
    const { json: job } = await jobs.upload(csv);
    await jobs.run(job.id, { mapping, dryRun: true });

    const ended = await jobs.run(job.id, { mapping });

    expect(ended).toMatchObject({ state: 'done', doneRow: 3 });
    expect(ended.summary).toMatchObject({ total: 3, created: 1, failed: 2, duplicates: 1 });
    expect(await shelves.all()).toMatchObject([{ title: 'Emma', pages: 474 }]);
  });
});

describe('an export', () => {
  test('is listed as a job with its user, number of records and completeness', async () => {
    await sendImport(shelves.library, '/api/books', [{ title: 'A' }, { title: 'B' }]);

    const { bytes } = await fetchExport(shelves.library, '/api/books/export?format=csv', 'viewer');
    const { json } = await jobs.call('GET', '/api/jobs?kind=export', undefined, 'viewer');
    const [job] = json.data;

    expect(json.data).toHaveLength(1);
    expect(job).toMatchObject({
      kind: 'export',
      state: 'done',
      file: { name: 'books-export.csv', size: bytes.length },
      summary: { total: 2 },
    });
    const tried = ['run', 'resume', 'undo', 'look', 'cancel'].map(
      async (verb) => (await jobs.call('POST', `/api/jobs/${job.id}/${verb}`, {}, 'viewer')).status,
    );
    expect(await Promise.all(tried)).toEqual([404, 404, 404, 404, 404]);
    expect((await jobs.call('DELETE', `/api/jobs/${job.id}`, undefined, 'viewer')).status).toBe(
      204,
    );
  });
});

describe('a job', () => {
  test('belongs to its owner, and is visible to admins', async () => {
    const { json: job } = await jobs.upload(csv, 'x.csv', 'staff');

    expect((await jobs.call('GET', `/api/jobs/${job.id}`, undefined, 'dev')).status).toBe(200);
    expect((await jobs.call('GET', `/api/jobs/${job.id}`, undefined, 'viewer')).status).toBe(404);
    expect((await jobs.call('GET', '/api/jobs')).json.data).toEqual([]);
    expect((await jobs.call('GET', '/api/jobs?all=true')).json.data).toHaveLength(1);
    expect((await jobs.call('GET', '/api/jobs?all=true', undefined, 'staff')).status).toBe(403);
  });

  test('runs once, and not together with another one of its resource', async () => {
    const { json: job } = await jobs.upload(csv);
    await jobs.run(job.id, { mapping });

    const again = await jobs.call('POST', `/api/jobs/${job.id}/run`, { mapping });

    expect(again.status).toBe(409);
    expect(again.json.code).toBe('S010');
  });

  test.each([
    ['run', { mode: 'merge' }, 400],
    ['run', { colour: 'red' }, 422],
    ['look', { layout: { headerRow: 'x' } }, 400],
    ['resume', undefined, 409],
    ['undo', undefined, 409],
    ['cancel', undefined, 409],
  ])('refuses to %s with %j', async (verb, body, status) => {
    const { json: job } = await jobs.upload(csv);

    expect((await jobs.call('POST', `/api/jobs/${job.id}/${verb}`, body)).status).toBe(status);
  });

  test.each([
    ['?state=lost', 'state'],
    ['/ID/rows?outcome=lost', 'outcome'],
    ['/ID/problems?outcome=others', 'outcome'],
    ['/ID/failed?outcome=created', 'outcome'],
  ])('cannot be read by %s', async (query, path) => {
    const { json: job } = await jobs.upload(csv);

    const { status, json } = await jobs.call('GET', `/api/jobs${query.replace('ID', job.id)}`);

    expect(status).toBe(400);
    expect(json.problems).toMatchObject([{ path, code: 'Q004' }]);
  });

  test.each([{ dryRun: true }, { undo: true }])(
    'cannot be resumed in the state %j',
    async (asked) => {
      const { json: job } = await jobs.upload(csv);
      await shelves.library.database.query(
        `update backoffice.jobs set state = 'cancelled', done_row = 1, request = $2 where id = $1`,
        [job.id, JSON.stringify(asked)],
      );

      const { status, json } = await jobs.call('POST', `/api/jobs/${job.id}/resume`);

      expect([status, json.code]).toEqual([409, 'S010']);
    },
  );

  test('includes its problems when it is read alone, and not in a list', async () => {
    const { json: job } = await jobs.upload(csv);
    await jobs.run(job.id, { mapping });

    const { json: one } = await jobs.call('GET', `/api/jobs/${job.id}`);
    const { json: many } = await jobs.call('GET', '/api/jobs');
    const { problems, ...counts } = one.summary;

    expect(problems).toEqual(expect.any(Array));
    expect(many.data[0]).toMatchObject({ id: job.id });
    expect(many.data[0].summary).toEqual(counts);
  });

  test.each([
    ['the reason when the disk of the database is full', '53100', { code: 'S014' }, null],
    ['a request ID for anything unexpected', 'XX000', null, expect.any(String)],
  ])('fails with %s', async (_what, code, reason, failure) => {
    const { json: job } = await jobs.upload(csv);
    await shelves.library.database.query(
      `create function break_off() returns trigger language plpgsql as
         $$ begin raise 'broken' using errcode = '${code}'; end $$;
       create trigger break_off before insert on books for each row execute function break_off()`,
    );
    const ended = await jobs.run(job.id, { mapping });
    await shelves.library.database.query('drop function break_off cascade');

    expect(ended.state).toBe('failed');
    expect([ended.reason && { code: ended.reason.code }, ended.failure]).toEqual([reason, failure]);
  });

  test.each([
    ['thirty', 30, 1],
    ['five gigabytes', 1, 5_000_000_001],
  ])('is one of at most %s waiting jobs of a user', async (_, files, size) => {
    await shelves.library.database.query(
      `insert into backoffice.jobs (id, resource, created_by, file)
       select 'w' || n || _id, 'shelves', _id, $2 from users, generate_series(1, $1) n`,
      [files, JSON.stringify({ name: 'a.csv', size, hash: '', layout: {} })],
    );
    const { status, json, headers } = await jobs.upload(csv);
    await shelves.library.database.query(`delete from backoffice.jobs where id like 'w%'`);

    expect([status, json.code, headers.get('Retry-After')]).toEqual([429, 'A021', '60']);
    expect((await jobs.upload(csv)).status).toBe(201);
  });

  test('is deleted with its file, and its records stay', async () => {
    const { json: job } = await jobs.upload(csv);
    await jobs.run(job.id, { mapping });

    expect((await jobs.call('DELETE', `/api/jobs/${job.id}`)).status).toBe(204);
    expect((await jobs.call('GET', `/api/jobs/${job.id}`)).status).toBe(404);
    expect(await shelves.all()).toHaveLength(1);
  });
});
