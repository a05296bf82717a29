import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { emailOf } from '../support/api.ts';
import { readEvents } from '../support/event-reader.ts';
import { jobsOf } from '../support/jobs.ts';
import { openShelves } from '../support/shelves.ts';

const shelves = await openShelves();
const jobs = jobsOf(shelves.library, '/api/books');
afterAll(() => shelves.library.close());
beforeEach(() => shelves.clear());

const rows = (count: number): string =>
  `title\n${Array.from({ length: count }, (_, at) => `T${at}`).join('\n')}\n`;

describe('an import whose user may not continue', () => {
  test.each([
    ['was disabled', `status = 'disabled'`, `status = 'confirmed'`, 'I035'],
    ['has another role', `role = 'viewer'`, `role = 'staff'`, 'I036'],
    // Its fields and rows were worked out for the role it began with.
    ['has another role that may import too', `role = 'admin'`, `role = 'staff'`, 'I036'],
  ])('because it %s, ends with that reason', async (_why, change, back, code) => {
    const { json: job } = await jobs.upload(rows(3), 'x.csv', 'staff');
    const set = (what: string) => `update users set ${what} where email = '${emailOf('staff')}'`;
    // Nothing can be written until the user is another one.
    await shelves.library.database.transaction(async (sql) => {
      await sql.query('lock table books in share mode');
      await jobs.call('POST', `/api/jobs/${job.id}/run`, {}, 'staff');
      await sql.query(set(change));
    });

    const ended = await jobs.ended(job.id);

    await shelves.library.database.query(set(back));
    expect(ended).toMatchObject({ state: 'failed', reason: { code }, failure: null });
    expect(await shelves.all()).toEqual([]);
  });
});

describe('two equal requests with one Idempotency-Key', () => {
  test('create one file and one import', async () => {
    const headers = { 'Idempotency-Key': 'spring' };
    const [first, second] = await Promise.all([
      jobs.upload(rows(3), 'x.csv', 'admin', headers),
      jobs.upload(rows(3), 'x.csv', 'admin', headers),
    ]);
    const run = () =>
      shelves.library.call('POST', `/api/jobs/${first.json.id}/run`, {
        as: 'admin',
        body: {},
        headers,
      });
    const [one, other] = await Promise.all([run(), run()]);
    await jobs.ended(first.json.id);
    const later = await run();
    const different = await shelves.library.call('POST', `/api/jobs/${first.json.id}/run`, {
      as: 'admin',
      body: { mode: 'upsert' },
      headers,
    });

    const longer = await jobs.upload(rows(4), 'x.csv', 'admin', headers);
    expect([longer.status, longer.json.code]).toEqual([422, 'I013']);
    expect(second.json.id).toBe(first.json.id);
    expect([one.status, other.status, later.status]).toEqual([202, 202, 202]);
    expect(different.json.code).toBe('I013');
    expect(await shelves.all()).toHaveLength(3);
  });
});

describe('the progress of an import', () => {
  test('is visible to the user who started it and to admins, and to nobody else', async () => {
    const listen = async (as: string) => {
      const request = new Request('http://localhost/api/sse/', {
        headers: { Authorization: `Bearer ${await shelves.library.tokenOf(as)}` },
      });
      const reader = readEvents(await shelves.library.api.fetch(request, { address: '::1' }));
      await expect.poll(() => reader.events.length).toBeGreaterThan(0);
      return reader;
    };
    const [own, admin, other] = await Promise.all(['staff', 'admin', 'viewer'].map(listen));
    const told = (reader = own!) =>
      reader.events.filter(({ event }) => event === 'import.progress');

    const { json: job } = await jobs.upload(rows(3), 'x.csv', 'staff');
    await jobs.run(job.id, {}, 'staff');

    await expect.poll(() => told().at(-1)?.data.state).toBe('done');
    expect(told()[0]!.data).toMatchObject({ id: job.id, state: 'running', rows: 0 });
    expect(told().at(-1)!.data).toMatchObject({
      id: job.id,
      resource: 'books',
      state: 'done',
      rows: 3,
      counts: { created: 3, failed: 0 },
    });
    await expect.poll(() => told(admin).length).toBeGreaterThan(0);
    await shelves.library.call('GET', '/api/books/export?format=csv', { as: 'staff' });
    const exported = () => own!.events.filter(({ event }) => event === 'export.progress');
    await expect.poll(() => exported().at(-1)?.data.state).toBe('done');
    expect(exported()[0]!.data).toMatchObject({ resource: 'books', state: 'running' });
    expect(exported().at(-1)!.data.bytes).toBeGreaterThan(0);
    expect(told(other)).toEqual([]);
    expect(other!.events.map(({ event }) => event)).not.toContain('export.progress');
    await Promise.all([own, admin, other].map((reader) => reader!.stop()));
  });
});

describe('an import', () => {
  test('cannot be deleted while it runs, and blocks others of its collection', async () => {
    const [first, second] = [(await jobs.upload(rows(1))).json, (await jobs.upload(rows(1))).json];
    await jobs.run(second.id);
    const set = (state: string) =>
      shelves.library.database.query(
        `update backoffice.jobs set state = $2, alive_at = now() where id = $1`,
        [first.id, state],
      );
    await set('running');
    const removed = await jobs.call('DELETE', `/api/jobs/${first.id}`);
    const again = await jobs.call('POST', `/api/jobs/${first.id}/run`, {});
    const third = (await jobs.upload(rows(1))).json;
    const beside = await jobs.call('POST', `/api/jobs/${third.id}/run`, {});
    const undone = await jobs.call('POST', `/api/jobs/${second.id}/undo`);
    await set('uploaded');

    const answers = [removed, again, beside, undone].map(({ status, json }) => [status, json.code]);
    expect(answers).toEqual([
      [409, 'S010'],
      [409, 'S010'],
      [409, 'S011'],
      [409, 'S011'],
    ]);
  });
});
