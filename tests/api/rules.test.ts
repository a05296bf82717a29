import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { loansDescriptor } from '../support/loans.ts';

const descriptor = loansDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query('truncate loans cascade');
});

const create = (body: object, as = 'staff') => api.call('POST', '/api/loans', { as, body });
const patch = (id: string, body: object, as = 'staff') =>
  api.call('PATCH', `/api/loans/${id}`, { as, body, headers: { 'If-Match': '*' } });

async function created(body: object, as = 'admin'): Promise<any> {
  const { status, json } = await create(body, as);
  expect(json.problems).toBeUndefined();
  expect(status).toBe(201);
  return json;
}

const problemsOf = ({ status, json }: { status: number; json: any }) => [
  status,
  ...(json.problems ?? []).map(
    ({ code, path }: { code: string; path: string }) => `${path} ${code}`,
  ),
];

describe('the default of a new record', () => {
  test('is the day, time, year and user of the request', async () => {
    const before = new Date().toISOString();

    const loan = await created({ code: 'a' }, 'staff');

    const in30Days = new Date(Date.parse(before) + 30 * 86_400_000).toISOString();
    expect(loan).toMatchObject({
      since: before.slice(0, 10),
      until: in30Days.slice(0, 10),
      year: Number(before.slice(0, 4)),
      owner: api.userId('staff'),
    });
    expect(loan.noted >= before).toBe(true);
  });

  test('is replaced by a sent value, also by null', async () => {
    const loan = await created({ code: 'a', since: null, owner: null, year: 1999 });

    expect(loan).toMatchObject({ since: null, owner: null, year: 1999 });
  });
});

describe('a field that only some records have', () => {
  test.each([
    [{ kind: 'book', title: 'Emma' }, 201],
    [{ kind: 'room', room: 'A1', seats: 5 }, 201],
    [{ kind: 'room', room: null, seats: null }, 201],
    [{ kind: 'other', title: null }, 201],
    [{ kind: 'other', title: 'Emma' }, 422, 'title V026'],
    [{ kind: 'book', title: 'Emma', room: 'A1' }, 422, 'room V026'],
    [{ kind: 'room', room: null, seats: 5 }, 422, 'seats V026'],
    [{ kind: 'book', title: 'Emma', seats: 5 }, 422, 'seats V026'],
    [{ kind: 'book' }, 422, 'title V001'],
    [{ kind: 'book', title: 'A bible' }, 422, 'pages V001'],
    // What is wrong by itself is told, and nothing that hangs on it.
    [{ kind: 'boot', title: 'Emma' }, 422, 'kind V008'],
    [{ kind: 'other', title: 'Emma', seats: 1.5 }, 422, 'seats V017', 'title V026'],
  ])('%j is answered by %i', async (body, ...expected) => {
    const answer = await create({ code: 'a', ...body });

    expect(problemsOf(answer)).toEqual(expected);
  });

  test('has no default in other records', async () => {
    const [room, book] = [
      await created({ code: 'a', kind: 'room' }),
      await created({ code: 'b', kind: 'book', title: 'Emma' }),
    ];

    expect([room.room, book.room]).toEqual(['hall', null]);
  });

  test('must be cleared by the change that removes it', async () => {
    const { _id } = await created({ code: 'a', kind: 'room', room: 'A1', seats: 5 });

    const alone = await patch(_id, { kind: 'other' });
    const half = await patch(_id, { kind: 'other', room: null });
    const whole = await patch(_id, { kind: 'other', room: null, seats: null });

    expect(problemsOf(alone)).toEqual([422, 'room V026', 'seats V026']);
    expect(alone.json.problems[0].message).toBe('applies only to records where kind = room');
    expect(problemsOf(half)).toEqual([422, 'seats V026']);
    expect(whole.json).toMatchObject({ kind: 'other', room: null, seats: null, _version: 2 });
  });

  test('is cleared for users who cannot write it', async () => {
    const { _id } = await created({ code: 'a', kind: 'room', room: null, secret: 'x' });

    const answer = await patch(_id, { kind: 'other' });

    expect(answer.status).toBe(200);
    const { json } = await api.call('GET', `/api/loans/${_id}`, { as: 'admin' });
    expect(json.secret).toBeNull();
  });

  test('does not block other changes if the record broke the rule before', async () => {
    await api.database.query(
      `insert into loans (_id, code, kind, title) values ('old', 'old', 'other', 'Emma')`,
    );

    const other = await patch('old', { note: 'x' });
    const touched = await patch('old', { kind: 'room' });

    expect(other.status).toBe(200);
    expect(problemsOf(touched)).toEqual([422, 'title V026']);
  });

  test('is checked when a record is replaced', async () => {
    const loan = await created({ code: 'a', kind: 'room', room: 'A1' });
    const put = (body: object) => api.call('PUT', '/api/loans', { as: 'admin', body });

    const filled = await put({ ...loan, kind: 'other' });
    const left = await put({ _id: loan._id, _version: 1, code: 'a', kind: 'other' });

    expect(problemsOf(filled)).toEqual([422, 'room V026']);
    expect(left.json).toMatchObject({ kind: 'other', room: null });
  });
});

describe('a field that is read-only in some records', () => {
  test('keeps its value there, and can be sent unchanged', async () => {
    const { _id } = await created({ code: 'a', note: 'first' });
    await patch(_id, { status: 'closed' });

    const changed = await patch(_id, { note: 'second' });
    const same = await patch(_id, { note: 'first', since: null });
    const opened = await patch(_id, { note: 'second', status: 'open' });

    expect(problemsOf(changed)).toEqual([422, 'note V010']);
    expect(same.status).toBe(200);
    expect(opened.json).toMatchObject({ note: 'second', status: 'open' });
  });

  test('cannot be set in a new record', async () => {
    const answer = await create({ code: 'a', status: 'closed', note: 'x' });

    expect(problemsOf(answer)).toEqual([422, 'note V010']);
  });
});

describe('a check over several fields', () => {
  test('is reported at each of its fields, in every language', async () => {
    const answer = await create({ code: 'a', since: '2024-02-01', until: '2024-01-01' });

    expect(problemsOf(answer)).toEqual([422, 'until V027', 'since V027']);
    expect(answer.json.problems[0]).toMatchObject({
      message: 'must not end before it begins',
      params: { text_de: 'darf nicht vor dem Beginn enden' },
    });
  });

  test.each([
    [{ since: '2024-02-01', until: '2024-02-01' }, 201],
    [{ since: '2024-02-01', until: null }, 201],
    [{ year: new Date().getUTCFullYear() + 1 }, 201],
    [{ year: new Date().getUTCFullYear() + 2 }, 422],
  ])('%j is answered by %i', async (body, status) => {
    expect((await create({ code: 'a', ...body })).status).toBe(status);
  });

  test('uses the stored record when one of its fields is changed', async () => {
    const { _id } = await created({ code: 'a', since: '2024-02-01', until: '2024-03-01' });

    expect(problemsOf(await patch(_id, { until: '2024-01-01' }))[0]).toBe(422);
    expect(problemsOf(await patch(_id, { until: '2024-01-01', since: null }))[0]).toBe(200);
  });

  test('prevents simultaneous writes between reading and writing', async () => {
    const { _id } = await created({ code: 'a', since: '2024-01-01', until: '2024-12-31' });

    const answers = await Promise.all([
      patch(_id, { since: '2024-09-01' }),
      patch(_id, { until: '2024-03-01' }),
    ]);

    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 422]);
  });
});
