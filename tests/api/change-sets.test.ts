import { afterAll, expect, it, test } from 'vitest';
import { openTestApi } from '../support/api.ts';

let made = 0;

const api = await openTestApi();
afterAll(() => api.close());

/** A new book, and what the call said and left in the history. */
async function write(headers: Record<string, string>, as = 'staff') {
  const body = { _id: `b${++made}`, title: 'One' };
  const answer = await api.call('POST', '/api/books', { as, body, headers });
  return { ...answer, left: await leftOf(body._id) };
}

async function leftOf(id: string) {
  return await api.database.rows(
    `select h.by, h.way, h.change_set as set, s.way as "setWay", s.resource from backoffice.history h
     left join backoffice.change_sets s on s.id = h.change_set where h.record_id = $1 order by h.seq`,
    [id],
  );
}

it('a single call records its way, and no change set', async () => {
  const plain = await write({});
  const byForm = await write({ 'Change-Way': 'form' });

  expect(plain.left).toMatchObject([{ way: 'api', set: null }]);
  expect(byForm.left).toMatchObject([{ way: 'form', set: null }]);
  expect(plain.headers.has('Change-Set')).toBe(false);
});

it('calls that name the same change set belong together', async () => {
  const headers = { 'Change-Set': 'paste-0001', 'Change-Way': 'paste' };
  const one = await write(headers);
  const other = await write(headers);

  expect(one.headers.get('Change-Set')).toBe('paste-0001');
  for (const { left } of [one, other])
    expect(left).toMatchObject([
      {
        by: api.userId('staff'),
        way: 'paste',
        set: 'paste-0001',
        setWay: 'paste',
        resource: 'books',
      },
    ]);
});

test.each<[headers: Record<string, string>, status: number, code: string, path: string]>([
  [{ 'Change-Set': 'short' }, 400, 'Q004', 'Change-Set'],
  [{ 'Change-Set': 'x'.repeat(65) }, 400, 'Q004', 'Change-Set'],
  [{ 'Change-Set': 'with a space' }, 400, 'Q004', 'Change-Set'],
  [{ 'Change-Way': 'import' }, 400, 'Q004', 'Change-Way'],
])('the headers %j are refused', async (headers, status, code, path) => {
  const refused = await write(headers);

  expect(refused).toMatchObject({ status, json: { code, problems: [{ path }] }, left: [] });
});

it('the change set of another person is refused, and nothing is written', async () => {
  await write({ 'Change-Set': 'set-of-staff' });

  const refused = await write({ 'Change-Set': 'set-of-staff' }, 'admin');

  expect(refused).toMatchObject({ status: 409, json: { code: 'S021' }, left: [] });
});

it('a bulk call is its own change set, which its response names', async () => {
  const [{ json: one }, { json: other }] = [await write({}), await write({})];
  const ids = [one._id, other._id];

  const { headers } = await api.call('POST', '/api/books/bulk', {
    as: 'staff',
    body: { action: 'update', ids, data: { pages: 3 } },
  });

  const set = headers.get('Change-Set');
  expect(set).toMatch(/^[0-9a-f-]{36}$/);
  for (const id of ids)
    expect((await leftOf(id)).at(-1)).toMatchObject({ way: 'bulk', set, setWay: 'bulk' });
});

it('the repeated response of an idempotent call names the same change set', async () => {
  const headers = { 'Idempotency-Key': 'once-1', 'Change-Set': 'set-once-1' };
  const body = { _id: 'once', title: 'Once' };

  const first = await api.call('POST', '/api/books', { as: 'staff', body, headers });
  const again = await api.call('POST', '/api/books', { as: 'staff', body, headers });

  expect([first, again].map((each) => each.headers.get('Change-Set'))).toEqual([
    'set-once-1',
    'set-once-1',
  ]);
});
