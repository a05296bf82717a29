import { describe, expect, it, test } from 'vitest';
import type { TestAnswer, TestApi } from '../support/api.ts';
import { lines, openManyTickets, type ManyTickets } from '../support/many-tickets.ts';

let desk: TestApi;
let tickets: ManyTickets;
openManyTickets((opened) => {
  tickets = opened;
  ({ desk } = opened);
});

const linesOf = ({ text }: TestAnswer): any[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('a bulk request with progress', () => {
  it('reports its progress after each batch, and the result at the end', async () => {
    const body = { action: 'update', where: { weight_lte: 401 }, data: { status: 'published' } };
    const answer = await tickets.bulk(body, 'clerk', lines);

    expect(answer.headers.get('Content-Type')).toBe('application/x-ndjson; charset=utf-8');
    const told = linesOf(answer);
    expect(
      told.slice(0, -1).map(({ progress }) => [progress.done, progress.expected, progress.updated]),
    ).toEqual([
      [0, 401, 0],
      [200, 401, 200],
      [400, 401, 400],
      [401, 401, 401],
    ]);
    expect(told.at(-1)).toEqual({
      summary: expect.objectContaining({ total: 401, updated: 401, failed: 0, problems: [] }),
    });
  });

  it('reports it for _ids and for a search too', async () => {
    const byIds = await tickets.bulk({ action: 'delete', ids: ['t1', 't2'] }, 'clerk', lines);
    const byWords = await tickets.bulk({ action: 'delete', q: 'Ticket 44' }, 'clerk', lines);

    expect(linesOf(byIds).at(-1).summary).toMatchObject({ total: 2, deleted: 2 });
    expect(linesOf(byWords)[0].progress.expected).toBe(14);
    expect(linesOf(byWords).at(-1).summary).toMatchObject({ deleted: 14 });
  });

  it('stops before the next batch when the client disconnects', async () => {
    const token = await desk.tokenOf('clerk');
    const request = new Request('http://localhost/api/tickets/bulk', {
      method: 'POST',
      headers: { ...lines, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ action: 'update', where: {}, data: { status: 'closed' } }),
    });

    const { body } = await desk.api.fetch(request);
    const reader = body!.getReader();
    await reader.read();
    await reader.read();
    await reader.cancel();

    const done = await tickets.count(`status = 'closed'`);
    expect([200, 400]).toContain(done);
    expect(await tickets.count('true')).toBe(450);
  });

  it('ends with the exact counts if another call stops it', async () => {
    const { reader, next } = await tickets.openLines({
      action: 'update',
      where: { weight_lte: 445 },
      data: { status: 'closed' },
    });
    const { run } = (await next()).progress;
    await next();

    let heard = 0;
    const close = await desk.database.listen('backoffice_bulk_stop', () => (heard += 1));
    // Somebody else's call of the same name leaves it alone.
    await desk.call('POST', `/api/bulk/${run}/stop`, { as: 'agent' });
    const stop = await desk.call('POST', `/api/bulk/${run}/stop`, { as: 'clerk' });
    await expect.poll(() => heard).toBe(2);
    await close();
    const rest: any[] = [];
    for (let line = await next(); line; line = await next()) rest.push(line);
    await reader.cancel();

    expect(stop.status).toBe(204);
    const { summary } = rest.at(-1);
    const changed = await tickets.count(`status = 'closed'`);
    expect(summary).toMatchObject({ total: 445, updated: changed });
    expect([200, 400]).toContain(changed);
    expect(summary.stopped.changed).toHaveLength(changed);
    expect(summary.stopped.left).toHaveLength(445 - changed);
    expect(new Set([...summary.stopped.changed, ...summary.stopped.left]).size).toBe(445);
    const { rows } = await desk.database.query<{ _id: string }>(
      `select _id from tickets where status = 'closed'`,
    );
    expect(summary.stopped.changed.toSorted()).toEqual(rows.map(({ _id }) => _id).toSorted());
  });

  it.each([
    ['with one answer', {}, ({ json }: TestAnswer) => json],
    ['line by line', lines, (answer: TestAnswer) => linesOf(answer).at(-1).summary],
  ])('ends after its batch if the server stops, and reports it %s', async (_, headers, read) => {
    const leaving = await desk.openReplica();
    const ids = Array.from({ length: 450 }, (__, at) => `t${at + 1}`);
    const body = { action: 'update', ids, data: { status: 'closed' } };
    let answer: Promise<TestAnswer> | undefined;
    let closing: Promise<void> | undefined;
    await desk.database.transaction(async (sql) => {
      // The second batch waits here.
      await sql.query(`select from tickets where _id = 't300' for update`);
      answer = leaving.call('POST', '/api/tickets/bulk', { as: 'clerk', body, headers });
      await expect.poll(() => tickets.count(`status = 'closed'`)).toBe(200);
      closing = leaving.api.close();
    });

    const summary = read(await answer!);
    await closing;
    await leaving.close();

    expect(summary).toMatchObject({ total: 450, updated: 400 });
    expect(summary.stopped.changed).toHaveLength(400);
    expect(summary.stopped.left).toEqual(ids.slice(400));
    expect(await tickets.count(`status = 'closed'`)).toBe(400);
  });

  it('is refused before any progress, as a plain request', async () => {
    const { status, json } = await tickets.bulk(
      { action: 'update', where: { nope: 1 }, data: {} },
      'clerk',
      lines,
    );

    expect([status, json.code]).toEqual([400, 'Q002']);
  });
});

test('a bulk request acts on the records that matched at its start', async () => {
  const body = { action: 'update', where: { status: 'draft' }, data: { status: 'published' } };

  expect((await tickets.bulk(body)).json).toMatchObject({ total: 450, updated: 450 });
  expect(await tickets.count(`status = 'published'`)).toBe(450);
});

test('a bulk request has no limit on the number of matching records', async () => {
  await tickets.fill(10_401);

  const { json } = await tickets.bulk({ action: 'update', where: {}, data: { weight: 0 } });

  expect(json).toMatchObject({ total: 10_401, updated: 10_401 });
  expect(await tickets.count('weight = 0')).toBe(10_401);
}, 60_000);

describe('a declared action', () => {
  const close = { action: 'close', data: { reason: 'done' } };

  it('runs its code for each record, with its history', async () => {
    await desk.database.query(`update tickets set status = 'closed' where _id = 't3'`);

    const { status, json } = await tickets.bulk({ ...close, where: { weight_lte: 5 } });

    expect(status).toBe(200);
    // The action is not for t3, which is closed already.
    expect(json).toMatchObject({ total: 4, updated: 4, failed: 0, problems: [] });
    expect(await tickets.count(`status = 'closed' and 'done' = any(labels) and weight = 1`)).toBe(
      4,
    );
    const { rows } = await desk.database.query(
      `select from backoffice.history where resource = 'tickets' and operation = 'update' and by = $1
       and after -> 'labels' ->> 0 = 'done'`,
      [desk.userId('clerk')],
    );
    expect(rows).toHaveLength(4);
  });

  it('reports a missing record as a problem of that record', async () => {
    const { json } = await tickets.bulk({ ...close, ids: ['t1', 'none'] });

    expect(json).toMatchObject({
      updated: 1,
      failed: 1,
      problems: [{ _id: 'none', code: 'S001' }],
    });
  });

  test.each<[object, string, number, string, string]>([
    [{ action: 'close', ids: ['t1'] }, 'clerk', 422, 'V001', 'data.reason'],
    [
      { ...close, data: { reason: 'x'.repeat(21) }, ids: ['t1'] },
      'clerk',
      422,
      'V003',
      'data.reason',
    ],
    [{ ...close, data: { reason: 'x', odd: 1 }, ids: ['t1'] }, 'clerk', 422, 'V009', 'data.odd'],
    [{ ...close, data: [], ids: ['t1'] }, 'clerk', 422, 'V002', 'data'],
    [{ ...close, ids: ['t1'] }, 'agent', 403, 'A006', ''],
    // For one record only.
    [{ action: 'publish', data: {}, ids: ['t1'] }, 'agent', 422, 'V008', 'action'],
    [{ action: 'close', records: [] }, 'clerk', 422, 'V008', 'action'],
  ])('with %j of %s is refused as a whole', async (body, as, status, code, path) => {
    const answer = await tickets.bulk(body, as);

    expect([answer.status, answer.json.problems]).toEqual([
      status,
      [expect.objectContaining({ code, path })],
    ]);
    expect(await tickets.count(`status = 'closed'`)).toBe(0);
  });
});

test('treats records hidden from the caller as missing', async () => {
  await desk.database.query(`update tickets set "assignedTo" = $1 where _id = 't1'`, [
    desk.userId('agent'),
  ]);
  await desk.database.query(`update tickets set "assignedTo" = $1 where _id = 't2'`, [
    desk.userId('clerk'),
  ]);
  const records = ['t1', 't2', 'none'].map((_id) => ({ _id, _version: 1, data: { weight: 77 } }));

  const { json } = await tickets.bulk({ action: 'update', records }, 'agent');

  expect(json.results.map(({ status, problems }: any) => [status, problems?.[0].code])).toEqual([
    ['updated', undefined],
    ['failed', 'S001'],
    ['failed', 'S001'],
  ]);
});

it('restores a record with a higher version, so that an older one is refused', async () => {
  const change = (version: number, subject: string) =>
    desk.call('PATCH', '/api/tickets/t1', {
      as: 'clerk',
      body: { subject },
      headers: { 'If-Match': `"${version}"` },
    });
  expect((await change(1, 'Theirs')).status).toBe(200);
  await tickets.bulk({ action: 'delete', ids: ['t1'] });
  const data = { number: '1', subject: 'Theirs' };
  await tickets.bulk({ action: 'create', records: [{ _id: 't1', data }] });

  const late = await change(1, 'Mine');

  expect([late.status, late.json.current]).toEqual([
    412,
    expect.objectContaining({ _id: 't1', subject: 'Theirs' }),
  ]);
});
