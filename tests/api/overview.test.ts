import { afterAll, expect, it } from 'vitest';
import { emailOf, openTestApi, signIn } from '../support/api.ts';
import { act, nextAddress, register } from '../support/people.ts';

const see = async () => (await api.call('GET', '/api/admin/overview', { as: 'admin' })).json;

const api = await openTestApi();
const known = { name: 'Grace  HOPPER', organisation: 'Navy' };
const ids = [
  (await register(api, 'grace.hopper', known)).json._id,
  (await register(api, 'grace.b', { name: 'Grace Hopper', organisation: 'navy ' })).json._id,
  (await register(api, 'gracehopper+lab', { name: 'G. H.' })).json._id,
  (await register(api, 'grace.c', { name: 'grace hopper', organisation: 'Army' })).json._id,
  (await register(api, 'somebody', { name: 'Else' })).json._id,
];
await act(api, 'admin', ids[0], 'confirm', { role: 'staff' });
await api.addUser('gone', 'viewer', 'disabled');
await signIn(api, 'grace.hopper', {
  address: nextAddress(),
  headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
});
const overview = await see();
afterAll(() => api.close());

it('counts users by status and role', () => {
  expect(overview.total).toBe(10);
  expect(overview.byStatus).toEqual({ pending: 4, confirmed: 5, disabled: 1, invited: 0 });
  expect(overview.byRole).toEqual([
    { role: 'admin', total: 1, pending: 0, confirmed: 1, disabled: 0, invited: 0 },
    { role: 'dev', total: 1, pending: 0, confirmed: 1, disabled: 0, invited: 0 },
    { role: 'staff', total: 2, pending: 0, confirmed: 2, disabled: 0, invited: 0 },
    { role: 'viewer', total: 6, pending: 4, confirmed: 1, disabled: 1, invited: 0 },
  ]);
});

it('lists pending users, longest waiting first', () => {
  expect(overview.requests.total).toBe(4);
  expect(overview.requests.data.map(({ email }: { email: string }) => email)).toEqual(
    ['grace.b', 'gracehopper+lab', 'grace.c', 'somebody'].map(emailOf),
  );
  const { expiresAt, createdAt, ...request } = overview.requests.data[3];
  expect(request).toEqual({
    _id: expect.any(String),
    _version: 1,
    name: 'Else',
    email: emailOf('somebody'),
    organisation: 'Institute',
    emailProven: false,
    domain: 'example.org',
    role: 'viewer',
    duplicates: [],
  });
  expect((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000).toBeCloseTo(30, 1);
});

it('shows since when overdue mails wait', async () => {
  const read = async () => (await api.call('GET', '/api/admin/overview', { as: 'admin' })).json;
  const before = await read();
  await api.database.query(
    `update backoffice.outbox set waits_since = '2026-01-02T03:04:05Z'
     where id = (select id from backoffice.outbox limit 1)`,
  );

  expect(before.mailsWaitSince).toBe(null);
  expect(Date.parse((await read()).mailsWaitSince)).toBe(Date.parse('2026-01-02T03:04:05Z'));
});

it('names existing users who may be the same person, and why', () => {
  const [b, lab, c] = overview.requests.data.map(({ duplicates }: any) =>
    duplicates.map(({ email, because }: any) => [email, because]),
  );

  expect(b).toEqual([
    [emailOf('grace.hopper'), ['nameAndOrganisation']],
    [emailOf('grace.c'), ['name']],
  ]);
  expect(lab).toEqual([[emailOf('grace.hopper'), ['address']]]);
  expect(c).toEqual([
    [emailOf('grace.hopper'), ['name']],
    [emailOf('grace.b'), ['name']],
  ]);
});

it('shows the last sign-ins, and nobody who only registered', () => {
  expect(overview.signIns[0]).toEqual({
    userId: expect.any(String),
    name: 'Grace  HOPPER',
    email: emailOf('grace.hopper'),
    role: 'staff',
    at: expect.any(String),
    address: expect.stringMatching(/^10\./),
    browser: 'Firefox',
    system: 'Linux',
  });
  expect(overview.signIns.map(({ email }: { email: string }) => email)).not.toContain(
    emailOf('somebody'),
  );
});

it('the overview is open to admins', async () => {
  for (const as of ['staff', 'viewer'])
    expect((await api.call('GET', '/api/admin/overview', { as })).status).toBe(403);
});

it('keeps the total of pending users until users change', async () => {
  const ask = async () =>
    (await api.call('GET', '/api/users?status=pending&_perPage=1&_fields=_id', { as: 'admin' }))
      .json.total;

  expect(await ask()).toBe(4);
  await register(api, 'one.more');
  expect(await ask()).toBe(5);
});

it('lists five at most', async () => {
  for (let n = 0; n < 7; n += 1)
    await register(api, `twin.${n}`, { name: 'Twin', organisation: `Institute ${n}` });

  const twin = (await see()).requests.data.find(({ name }: any) => name === 'Twin');

  expect(twin.duplicates).toHaveLength(5);
});
