import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { addTickets, clearDesk, openTrashDesk, remove, whatever } from '../support/trash-desk.ts';

const desk = await openTrashDesk();
afterAll(() => desk.close());
beforeEach(() => clearDesk(desk));

const trash = (as = 'clerk', query = '') => desk.call('GET', `/api/tickets/trash${query}`, { as });
const restore = (body: object, as = 'clerk') =>
  desk.call('POST', '/api/tickets/trash/restore', { as, body });
const empty = (body: object, as = 'clerk') =>
  desk.call('DELETE', '/api/tickets/trash', { as, body });
const idsOf = ({ json }: { json: any }) => json.data.map(({ _id }: { _id: string }) => _id);
const problemsOf = ({ json }: { json: any }) =>
  json.problems.map((each: any) => `${each._id} ${each.code} ${each.path}`);

describe('the list of deleted records', () => {
  it('shows who deleted what, when and how, and when it expires', async () => {
    await addTickets(desk, { free: {}, t1: { weight: 3, parent: 'free', labels: ['a'] } });
    await desk.call('DELETE', '/api/tickets/t1', {
      as: 'clerk',
      headers: { ...whatever, 'Change-Way': 'grid' },
    });

    const { status, json } = await trash();

    expect(status).toBe(200);
    expect(json).toMatchObject({ total: 1, next: null, days: 10 });
    const [deleted] = json.data;
    expect(deleted).toEqual({
      _id: 't1',
      record: expect.objectContaining({ _id: 't1', _version: 1, subject: 't1', labels: ['a'] }),
      deletedAt: expect.any(String),
      deletedBy: desk.userId('clerk'),
      way: 'grid',
      changeSet: null,
      until: expect.any(String),
      titles: { 'tickets/free': 'free' },
    });
    const days = (Date.parse(deleted.until) - Date.parse(deleted.deletedAt)) / 86_400_000;
    expect(days).toBe(10);
  });

  it('starts with the latest, and continues with a cursor', async () => {
    await addTickets(desk, { t1: {}, t2: {}, t3: {} });
    await remove(desk, 'tickets/t2', 'tickets/t1', 'tickets/t3');

    const first = await trash('clerk', '?_perPage=2');
    const second = await trash('clerk', `?_perPage=2&_after=${first.json.next}`);

    expect([idsOf(first), idsOf(second)]).toEqual([['t3', 't1'], ['t2']]);
    expect([first.json.total, second.json.total, second.json.next]).toEqual([3, 3, null]);
  });

  it('is the only place that shows them', async () => {
    await addTickets(desk, { t1: { subject: 'canary' }, t2: { subject: 'other' } });
    await remove(desk, 'tickets/t1');

    const calls = [
      '?q=canary',
      '/export?format=json',
      '/facets?fields=subject',
      '/groups?_by=subject&_aggregate=subject:unique',
      '/t1',
      '?_perPage=50',
    ];
    for (const path of calls) {
      const { text } = await desk.call('GET', `/api/tickets${path}`, { as: 'clerk' });
      expect([path, text.includes('canary')]).toEqual([path, false]);
    }
    const search = await desk.call('GET', '/api/search?q=canary', { as: 'clerk' });
    const { json } = await desk.call('GET', '/api/tickets', { as: 'clerk' });
    expect([search.text.includes('subject'), json.total]).toEqual([false, 1]);
  });

  test.each(['_after=x', '_perPage=0', 'q=word', '_sort=number'])('refuses %s', async (query) => {
    expect((await trash('clerk', `?${query}`)).status).toBe(400);
  });
});

describe('restoring', () => {
  it('restores what is possible as one change set, and names the obstacles of the rest', async () => {
    await addTickets(desk, { t1: {}, t2: {}, t3: { parent: 't2' } });
    await remove(desk, 'tickets/t3', 'tickets/t2', 'tickets/t1');
    await addTickets(desk, { other: { number: 't1' } });

    const answer = await restore({ ids: ['t1', 't3', 't2', 'nobody', 't2'] });

    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ total: 4, created: 2, failed: 2, duplicates: 1 });
    expect(problemsOf(answer)).toEqual(['t1 11000 number', 'nobody S019 ']);
    const sets = await desk.database.rows(
      `select way, change_set from backoffice.history where record_id in ('t2', 't3') and operation = 'create' and version > 1`,
    );
    const changeSet = answer.headers.get('Change-Set');
    const one = { way: 'restore', change_set: changeSet };
    expect(sets).toEqual([one, { ...one }]);
    expect(idsOf(await trash())).toEqual(['t1']);
  });

  it('previews the obstacles, and writes nothing', async () => {
    await addTickets(desk, { gone: {}, t1: { parent: 'gone' }, t2: {} });
    await remove(desk, 'tickets/t1', 'tickets/t2', 'tickets/gone');

    const answer = await restore({ ids: ['t1', 't2'], dryRun: true });

    expect(answer.json).toMatchObject({ total: 2, created: 1, failed: 1 });
    expect(problemsOf(answer)).toEqual(['t1 V014 parent']);
    expect(answer.headers.get('Change-Set')).toBeNull();
    expect((await trash()).json.total).toBe(3);
  });

  it.each([false, true])('predicts what a refused record blocks (clear: %s)', async (clear) => {
    await addTickets(desk, { t1: { number: 'N' }, t2: { parent: 't1' }, t3: { parent: 't2' } });
    await remove(desk, 'tickets/t3', 'tickets/t2', 'tickets/t1');
    await addTickets(desk, { other: { number: 'N' } });
    const body = { ids: ['t1', 't2', 't3'], clear };

    const dry = await restore({ ...body, dryRun: true });

    expect(dry.json).toEqual((await restore(body)).json);
    expect(dry.json.created).toBe(clear ? 2 : 0);
  });

  it('clears optional references to deleted records on request', async () => {
    await addTickets(desk, { gone: {}, about: {}, t1: { parent: 'gone' } });
    const note = { _id: 'n1', text: 'N', ticket: 'gone', related: ['gone', 't1'], about: 'about' };
    await desk.call('POST', '/api/notes', { as: 'admin', body: note });
    await remove(desk, 'notes/n1', 'tickets/t1', 'tickets/gone', 'tickets/about');

    const ticket = await restore({ ids: ['t1'], clear: true });
    const body = { ids: ['n1'], clear: true };
    const refused = await desk.call('POST', '/api/notes/trash/restore', { as: 'clerk', body });
    await restore({ ids: ['about'] });
    const restored = await desk.call('POST', '/api/notes/trash/restore', { as: 'clerk', body });

    expect([ticket.json.created, restored.json.created]).toEqual([1, 1]);
    expect(problemsOf(refused)).toEqual(['n1 V014 about']);
    const { json } = await desk.call('GET', '/api/notes/n1', { as: 'clerk' });
    expect(json).toMatchObject({ ticket: null, related: ['t1'], about: 'about' });
  });

  it('accepts replacements for values that are missing, taken or no longer valid', async () => {
    await addTickets(desk, { about: {}, t1: { weight: 3 }, t2: {} });
    const note = { _id: 'n1', text: 'N', about: 'about' };
    await desk.call('POST', '/api/notes', { as: 'admin', body: note });
    await remove(desk, 'notes/n1', 'tickets/about', 'tickets/t1', 'tickets/t2');
    await addTickets(desk, { other: { number: 't1' } });
    const restoreNote = (values: object, dryRun = false) =>
      desk.call('POST', '/api/notes/trash/restore', {
        as: 'clerk',
        body: { ids: ['n1'], values, dryRun },
      });

    const foreseen = await restoreNote({ about: 'other', text: 'unused' }, true);
    const done = await restoreNote({ about: 'other', text: 'unused' });
    const ticket = await restore({ ids: ['t1'], values: { number: 'new', weight: 9 } });

    expect([foreseen.json.created, done.json.created, ticket.json.created]).toEqual([1, 1, 1]);
    const { json } = await desk.call('GET', '/api/notes/n1', { as: 'clerk' });
    expect(json).toMatchObject({ about: 'other', text: 'N' });
    const restored = await desk.call('GET', '/api/tickets/t1', { as: 'clerk' });
    expect(restored.json).toMatchObject({ number: 'new', weight: 3 });
  });

  it('accepts the value of a field that the record lacks', async () => {
    await addTickets(desk, { t1: {} });
    await remove(desk, 'tickets/t1');
    await desk.database.query(
      `update backoffice.history set before = before - 'subject' where record_id = 't1' and operation = 'delete'`,
    );

    const refused = await restore({ ids: ['t1'] });
    const done = await restore({ ids: ['t1'], values: { subject: 'Given' } });

    expect(problemsOf(refused)).toEqual(['t1 V001 subject']);
    expect(done.json).toMatchObject({ created: 1, failed: 0 });
  });

  test.each([
    ['a field that the role may not read', { inside: 'x' }, 'V009', 'values.inside'],
    ['an unknown field', { weigth: 1 }, 'V009', 'values.weigth'],
    ['a value of another type', { weight: 'heavy' }, 'V002', 'values.weight'],
  ])('refuses a given value of %s', async (_, values, code, path) => {
    const { status, json } = await restore({ ids: ['t1'], values });

    expect(status).toBe(422);
    expect(json.problems).toMatchObject([{ code, path }]);
  });

  it('suggests no field that the role cannot read', async () => {
    const hintOf = async (name: string) =>
      (await restore({ ids: ['t1'], values: { [name]: 'x' } })).json.problems[0].hint;

    expect(await hintOf('weigth')).toBe('did you mean weight?');
    expect(await hintOf('seeled')).toBeUndefined();
  });

  it('restores more than a batch, in any order', async () => {
    const store = desk.store;
    const tickets = desk.descriptor.resources.get('tickets')!;
    const ids = Array.from({ length: 1_500 }, (_, at) => `t${at}`);
    const writes = ids.map((id, at) => ({
      id,
      values: { number: id, subject: id, ...(at > 0 && { parent: `t${at - 1}` }) },
    }));
    await store.writeMany(tickets, writes, { userId: null });
    for (const part of [ids.slice(750), ids.slice(0, 750)])
      await store.removeMany(
        tickets,
        part.map((id) => ({ id, expected: '*' })),
        { userId: null },
      );

    const backwards = ids.toReversed();
    const dry = await restore({ ids: backwards, dryRun: true });
    const { json } = await restore({ ids: backwards, clear: true });

    expect([dry.json.created, json.created]).toEqual([1_500, 1_500]);
    const first = await desk.call('GET', '/api/tickets/t750', { as: 'clerk' });
    expect(first.json.parent).toBe('t749');
  });

  it('handles the simultaneous creation of the same unique value', async () => {
    await addTickets(desk, { t1: { number: 'N' } });
    await remove(desk, 'tickets/t1');

    const body = { number: 'N', subject: 'New' };
    const [restored, created] = await Promise.all([
      restore({ ids: ['t1'] }),
      desk.call('POST', '/api/tickets', { as: 'clerk', body }),
    ]);

    const { json } = await desk.call('GET', '/api/tickets', { as: 'clerk' });
    expect(json.total).toBe(1);
    expect(restored.json.created + Number(created.status === 201)).toBe(1);
    const refusals = [...problemsOf(restored), created.json.code].filter(Boolean);
    expect(['t1 11000 number', 11_000]).toContain(refusals[0]);
    expect(refusals).toHaveLength(1);
  });
});

describe('emptying', () => {
  it('removes some or all records, and keeps their history', async () => {
    await addTickets(desk, { t1: {}, t2: {}, t3: {} });
    await remove(desk, 'tickets/t1', 'tickets/t2', 'tickets/t3');

    const some = await empty({ ids: ['t1', 'nobody'] });
    const rest = await empty({ all: true });

    expect(some.json).toMatchObject({ total: 2, deleted: 1, failed: 1 });
    expect(problemsOf(some)).toEqual(['nobody S019 ']);
    expect(rest.json).toMatchObject({ total: 2, deleted: 2, failed: 0 });
    expect((await trash()).json.total).toBe(0);
    expect(problemsOf(await restore({ ids: ['t2'] }))).toEqual(['t2 S019 ']);
    expect(await desk.database.rows('select from backoffice.history')).toHaveLength(6);
    const audit = await desk.call('GET', '/api/admin/audit?action=trashEmptied', { as: 'admin' });
    expect(audit.json.data).toMatchObject([
      { actor: { name: 'clerk' }, resource: 'tickets', detail: { count: 2 } },
      { actor: { name: 'clerk' }, resource: 'tickets', detail: { count: 1 } },
    ]);
  });
});

test.each([
  ['POST', '/restore', {}],
  ['POST', '/restore', { ids: [] }],
  ['POST', '/restore', { ids: [1] }],
  ['POST', '/restore', { ids: ['t1'], all: true }],
  ['POST', '/restore', { ids: Array(10_001).fill('t1') }],
  ['DELETE', '', {}],
  ['DELETE', '', { all: false }],
  ['DELETE', '', { ids: [] }],
  ['DELETE', '', { ids: ['t1'], all: true }],
])('%s trash%s refuses an invalid body', async (method, path, body) => {
  const answer = await desk.call(method, `/api/tickets/trash${path}`, { as: 'clerk', body });

  expect(answer.status).toBe(422);
});

it('no record can have the path of the trash as its _id', async () => {
  const body = { _id: 'trash', number: '1', subject: 'S' };
  const { status, json } = await desk.call('POST', '/api/tickets', { as: 'admin', body });

  expect([status, json.code]).toEqual([422, 'V029']);
});

it('emptying keeps records to which others refer', async () => {
  await addTickets(desk, { t1: {}, t2: { parent: 't1' } });

  const call = { as: 'clerk', headers: whatever };
  const { status, json } = await desk.call('DELETE', '/api/tickets/t1', call);

  expect([status, json.code, (await trash()).json.total]).toEqual([409, 'S004', 0]);
});
