import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { listBlobs, readBlob } from '../support/blobs.ts';
import { sendImport } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';
import { addTickets, clearDesk, openTrashDesk, remove, whatever } from '../support/trash-desk.ts';

const desk = await openTrashDesk();
afterAll(() => desk.close());
beforeEach(() => clearDesk(desk));

const CANARY = 'canary-to-erase';
const OTHER = 'another-canary';

const erase = (id: string, body: object = {}, as = 'admin') =>
  desk.call('POST', `/api/tickets/${id}/erase`, { as, body });
const patch = (id: string, body: object) =>
  desk.call('PATCH', `/api/tickets/${id}`, { as: 'admin', body, headers: whatever });
const restore = (id: string) =>
  desk.call('POST', '/api/tickets/trash/restore', { as: 'admin', body: { ids: [id] } });

/** The tables of the whole database in which a text is found, and whether a stored file has it. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await desk.database.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const having = `select from ${name} t where strpos(t::text, $1) > 0`;
    if (await desk.database.some(having, [text])) found.push(name);
  }
  const { blobs } = desk.services;
  const files = (await listBlobs(blobs, '')).map((key) => readBlob(blobs, key));
  if ((await Promise.all(files)).some((bytes) => bytes.includes(text))) found.push('files');
  return found;
}

describe('an erased value', () => {
  it('is nowhere in the database except in the record', async () => {
    const once = { 'Idempotency-Key': 'key-1' };
    const body = { _id: 't1', number: '1', subject: CANARY };
    await desk.call('POST', '/api/tickets', { as: 'admin', body, headers: once });
    await patch('t1', { subject: 'between' });
    await patch('t1', { subject: CANARY });
    await addTickets(desk, { gone: { subject: CANARY }, dropped: { subject: CANARY } });
    const merge = { keep: 't1', merge: ['gone'], versions: { t1: 3, gone: 1 } };
    await desk.call('POST', '/api/tickets/merge', { as: 'admin', body: merge });
    await remove(desk, 'tickets/dropped');
    const rows = [{ number: '1', subject: CANARY, weight: CANARY }];
    const mode = { mode: 'update', key: 'number' };
    await sendImport(desk, '/api/tickets', rows, { as: 'admin', ...mode });
    const jobs = jobsOf(desk, '/api/tickets');
    const { json: job } = await jobs.upload(`number,subject,weight\n9,x,${CANARY}\n`);
    await jobs.run(job._id ?? job.id);
    const notes = jobsOf(desk, '/api/notes');
    await notes.upload(`text,about\nN,${CANARY}\n`);
    expect(await tablesWith(CANARY)).toEqual([
      'backoffice.history',
      'backoffice.idempotency_keys',
      'backoffice.job_rows',
      'backoffice.jobs',
      'public.tickets',
      'files',
    ]);

    const answers = [await erase('t1'), await erase('gone'), await erase('dropped')];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]!.json).toMatchObject({ versions: 3, files: 2 });
    expect(await tablesWith(CANARY)).toEqual(['public.tickets']);
  });

  it('belongs to a requested field, and leaves an audit entry', async () => {
    await addTickets(desk, { t1: { subject: CANARY, labels: [OTHER] }, t2: { subject: OTHER } });
    await patch('t1', { subject: 'now', labels: ['now'] });

    const { json } = await erase('t1', { fields: ['subject'] });

    expect(json).toEqual({ fields: ['subject'], versions: 2, files: 0 });
    expect(await tablesWith(CANARY)).toEqual([]);
    const kept = await desk.database.rows(
      `select before->'labels' as before, before ? 'subject' as named, erased from backoffice.history
        where record_id = 't1' and operation = 'update'`,
    );
    expect(kept).toEqual([{ before: [OTHER], named: true, erased: ['subject'] }]);
    const { json: record } = await desk.call('GET', '/api/tickets/t1', { as: 'admin' });
    expect(record).toMatchObject({ subject: 'now', _version: 2 });
    const audit = await desk.call('GET', '/api/admin/audit?action=valuesErased', { as: 'admin' });
    expect(audit.json.data[0]).toMatchObject({
      actor: { name: 'admin' },
      resource: 'tickets',
      record: 't1',
      detail: { fields: ['subject'] },
    });
    expect((await erase('t1', { fields: ['subject'] })).json.versions).toBe(0);
  });

  it('is not restored from the trash, and is then missing if required', async () => {
    await addTickets(desk, { t1: { labels: [CANARY] }, t2: { subject: CANARY } });
    await remove(desk, 'tickets/t1', 'tickets/t2');
    await erase('t1', { fields: ['labels'] });
    await erase('t2', { fields: ['subject'] });

    const [one, two] = [await restore('t1'), await restore('t2')];

    expect(one.json.created).toBe(1);
    expect(two.json.problems).toMatchObject([{ _id: 't2', code: 'S018', path: 'subject' }]);
    const { json } = await desk.call('GET', '/api/tickets/t1', { as: 'admin' });
    expect(json.labels).toEqual([]);
    expect(await tablesWith(CANARY)).toEqual([]);
  });

  it('of a deleted record removes it from the trash', async () => {
    await addTickets(desk, { t1: { subject: CANARY } });
    await remove(desk, 'tickets/t1');

    await erase('t1');

    const { json } = await desk.call('GET', '/api/tickets/trash', { as: 'admin' });
    expect(json.total).toBe(0);
    expect((await restore('t1')).json.problems).toMatchObject([{ code: 'S019' }]);
  });

  it('is not restored when a merge is undone', async () => {
    await addTickets(desk, { keep: {}, t1: { labels: [CANARY] } });
    const body = { keep: 'keep', merge: ['t1'], versions: { keep: 1, t1: 1 } };
    const { json: merged } = await desk.call('POST', '/api/tickets/merge', { as: 'admin', body });
    await erase('t1', { fields: ['labels'] });

    const path = `/api/tickets/merges/${merged.merge}/undo`;
    const { status } = await desk.call('POST', path, { as: 'admin' });

    expect([status, await tablesWith(CANARY)]).toEqual([200, []]);
  });

  it('can belong to a field that is no longer declared', async () => {
    await addTickets(desk, { t1: {} });
    await desk.database.query(
      `update backoffice.history set after = after || '{"dropped": "${CANARY}"}'`,
    );

    const { json } = await erase('t1', { fields: ['dropped'] });

    expect([json.versions, await tablesWith(CANARY)]).toEqual([1, []]);
  });
});

describe('erasing', () => {
  test.each(['clerk', 'agent', 'temp', 'reader'])('is refused to %s', async (as) => {
    expect((await erase('t1', {}, as)).status).toBe(403);
  });

  test.each([
    ['nobody', {}, 404, 'S001'],
    ['t1', { fields: [] }, 422, 'V005'],
    ['t1', { fields: ['nope'] }, 422, 'V009'],
    ['t1', { fields: ['_id'] }, 422, 'V009'],
    ['t1', { all: true }, 422, 'V009'],
  ])('of %s with %o is refused', async (id, body, status, code) => {
    await addTickets(desk, { t1: {} });

    const answer = await erase(id, body);

    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('waits for a running import, whose file can contain the record', async () => {
    await addTickets(desk, { t1: {} });
    const jobs = jobsOf(desk, '/api/notes');
    const { json: job } = await jobs.upload('text,about\nN,t1\n');
    const id = job._id ?? job.id;
    const running = `update backoffice.jobs set state = 'running', alive_at = now() where id = $1`;
    await desk.database.query(running, [id]);
    const during = await erase('t1');
    await desk.database.query(
      `update backoffice.jobs set alive_at = now() - interval '1 hour' where id = $1`,
      [id],
    );

    const later = await erase('t1');

    expect([during.status, during.json.code]).toEqual([409, 'S010']);
    expect([later.status, later.json.files]).toEqual([200, 1]);
  });
});
