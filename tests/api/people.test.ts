import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { emailOf, openTestApi, PASSWORD, signIn, type TestApi } from '../support/api.ts';
import {
  act,
  lastLink,
  mailsTo,
  nextAddress,
  noted,
  openPeopleApi,
  register,
} from '../support/people.ts';

let name: string;
let id: string;
let count = 0;

const api = await openPeopleApi();
afterAll(() => api.close());

/** Somebody who waits. */
beforeEach(async () => {
  name = `person${(count += 1)}`;
  id = (await register(api, name, { language: 'de' })).json._id;
});

const kindsTo = async (address: string): Promise<string[]> =>
  (await mailsTo(api, address)).map(({ kind }) => kind);
const actionsOf = async (record: string): Promise<string[]> =>
  (await noted(api)).filter((each) => each.record === record).map((each) => each.action);

describe('disabling', () => {
  beforeEach(() => act(api, 'admin', id, 'confirm'));

  it('ends access at once, and enabling restores it', async () => {
    const token = await api.tokenOf(name);

    const disabled = await act(api, 'admin', id, 'disable');
    const asked = await api.call('GET', '/api/users/current', { token });
    const out = await signIn(api, name, { address: nextAddress() });
    const enabled = await act(api, 'admin', id, 'disable', { disabled: false });
    const again = await signIn(api, name, { address: nextAddress() });

    expect([disabled.json.status, asked.status]).toEqual(['disabled', 401]);
    expect([out.status, out.json.code]).toEqual([403, 'A005']);
    expect([enabled.json.status, again.status]).toEqual(['confirmed', 200]);
    expect(await actionsOf(id)).toEqual(
      expect.arrayContaining(['approved', 'disabled', 'signInFailed', 'enabled']),
    );
    expect(await kindsTo(emailOf(name))).toEqual(['approved', 'accountChanged', 'accountChanged']);
  });

  it('is reversed only by enabling', async () => {
    await act(api, 'admin', id, 'disable');

    expect((await act(api, 'admin', id, 'enable')).json.status).toBe('confirmed');
  });

  it('writes nothing without a change, and nor does assigning a role', async () => {
    const first = await act(api, 'admin', id, 'disable');
    const again = await act(api, 'admin', id, 'disable');
    const { json } = await act(api, 'admin', id, 'role', { role: 'viewer' });

    expect([first.json._version, again.json._version, json._version]).toEqual([3, 3, 3]);
  });

  it('is required before enabling', async () => {
    await api.addUser(`${name}.waiting`, 'viewer', 'pending');

    const { status, json } = await act(api, 'admin', api.userId(`${name}.waiting`), 'enable');

    expect([status, json.code]).toEqual([409, 'A016']);
  });
});

describe('a change by an admin', () => {
  beforeEach(() => act(api, 'admin', id, 'confirm'));
  const changesTo = async (address: string) =>
    (await mailsTo(api, address))
      .filter(({ kind }) => kind === 'accountChanged')
      .map(({ data }) => data);
  const write = (body: object) =>
    api.call('PATCH', `/api/users/${id}`, { as: 'admin', headers: { 'If-Match': '*' }, body });

  it('of the email address is mailed to the old and the new one', async () => {
    const moved = emailOf(`${name}.moved`);
    await write({ email: moved });

    const told = [{ what: 'email', to: moved }];
    expect([await changesTo(emailOf(name)), await changesTo(moved)]).toEqual([told, told]);
  });

  it('of role and status is mailed, and one of the name is not', async () => {
    await write({ role: 'staff' });
    await write({ name: 'Another Name' });
    await write({ status: 'disabled' });

    expect(await changesTo(emailOf(name))).toEqual([
      { what: 'role', to: 'staff' },
      { what: 'disabled', to: null },
    ]);
  });

  it('that confirms a user mails them the link for a password', async () => {
    const guest = `${name}.made`;
    const body = { name: guest, email: emailOf(guest), role: 'viewer', status: 'confirmed' };
    const made = await api.call('POST', '/api/users', { as: 'admin', body });
    const link = await lastLink(api, guest);

    const done = await api.call('POST', '/api/users/resetpassword', {
      body: { ...link, password: 'another fine password' },
    });

    expect([made.status, done.status]).toEqual([201, 204]);
  });
});

describe('the role', () => {
  beforeEach(() => act(api, 'admin', id, 'confirm'));

  it('takes effect at once', async () => {
    const token = await api.tokenOf(name);
    expect((await api.call('GET', '/api/ledgers', { token })).status).toBe(403);

    const { json } = await act(api, 'admin', id, 'role', { role: 'staff' });

    expect(json.role).toBe('staff');
    expect((await api.call('GET', '/api/ledgers', { token })).status).toBe(200);
    expect((await noted(api)).findLast(({ record }) => record === id)).toMatchObject({
      action: 'roleChanged',
      detail: { from: 'viewer', to: 'staff' },
    });
  });

  test.each([
    [undefined, 'V001'],
    [{}, 'V001'],
    [{ role: 'king' }, 'V008'],
    [{ role: null }, 'V002'],
  ])('is rejected as %j', async (body, code) => {
    const { status, json } = await act(api, 'admin', id, 'role', body);

    expect([status, json.code]).toEqual([422, code]);
  });

  it('of an admin can only be assigned by admins', async () => {
    const { status, json } = await act(api, 'staff', id, 'role', { role: 'admin' });

    expect([status, json.code]).toEqual([403, 'A008']);
  });
});

describe('many at once', () => {
  it('are confirmed with one call, which reports each result', async () => {
    const other = (await register(api, `${name}.b`)).json._id;
    const ids = [id, other, 'nobody', api.userId('staff')];
    const body = { action: 'confirm', ids, data: { role: 'staff' } };

    const { status, json } = await api.call('POST', '/api/users/bulk', { as: 'admin', body });

    expect(status).toBe(200);
    expect(json).toMatchObject({ total: 4, updated: 3, failed: 1, duplicates: 0 });
    expect(json.problems).toMatchObject([{ _id: 'nobody', code: 'S001' }]);
    expect(await kindsTo(emailOf(name))).toEqual(['approved']);
    expect(await kindsTo(emailOf(`${name}.b`))).toEqual(['approved']);
  });

  it('are rejected with one reason, if they match', async () => {
    await register(api, `${name}.spam`, { organisation: `Spam ${name}` });
    await register(api, `${name}.spam2`, { organisation: `Spam ${name}` });
    const where = { organisation: `Spam ${name}` };
    const body = { action: 'reject', where, data: { reason: 'Spam' } };

    const { json } = await api.call('POST', '/api/users/bulk', { as: 'admin', body });

    expect(json).toMatchObject({ total: 2, failed: 0 });
    expect(await kindsTo(emailOf(`${name}.spam2`))).toEqual(['rejected']);
  });

  it('are refused an unknown action, with the known ones', async () => {
    const bulk = (as: string) =>
      api.call('POST', '/api/users/bulk', { as, body: { action: 'dance', ids: [] } });

    const [admin, staff] = [await bulk('admin'), await bulk('viewer')];

    const choices = 'update, delete, confirm, reject, disable, role';
    expect(admin.json.problems).toMatchObject([{ code: 'V008', params: { choices } }]);
    expect(staff.status).toBe(422);
  });

  it('cannot disable the last admin', async () => {
    const ids = [api.userId('dev'), api.userId('admin')];
    const own = await openTestApi({ descriptor: () => api.descriptor });

    const body = { action: 'disable', ids: [own.userId('dev'), own.userId('admin')] };
    const { json } = await own.call('POST', '/api/users/bulk', { as: 'admin', body });

    expect(ids).toHaveLength(2);
    expect(json).toMatchObject({ total: 2, updated: 1, failed: 1 });
    expect(json.problems).toMatchObject([{ _id: own.userId('admin'), code: 'A009' }]);
    await own.close();
  });
});

describe('the last admin, on two servers', () => {
  test.each<[string, (server: TestApi, as: string, on: string) => Promise<{ status: number }>]>([
    ['demote', (server, as, on) => act(server, as, server.userId(on), 'role', { role: 'viewer' })],
    ['disable', (server, as, on) => act(server, as, server.userId(on), 'disable')],
  ])('remains when two %s each other at once', async (_, change) => {
    const own = await openTestApi();
    const replica = await own.openReplica();
    await Promise.all([own.tokenOf('admin'), replica.tokenOf('dev')]);

    const answers = await Promise.all([
      change(own, 'admin', 'dev'),
      change(replica, 'dev', 'admin'),
    ]);

    const { rowCount } = await own.database.query(
      `select 1 from users where role in ('admin', 'dev') and status = 'confirmed'`,
    );
    expect(rowCount).toBe(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await replica.close();
    await own.close();
  });
});

it('an invited account opens with the chosen password', async () => {
  const body = { email: emailOf(`${name}.guest`), name: 'A Guest', role: 'staff', language: 'de' };
  const invited = await api.call('POST', '/api/admin/invite', { as: 'admin', body });
  const link = await lastLink(api, `${name}.guest`);
  const early = await signIn(api, `${name}.guest`, { address: nextAddress() });

  const reset = await api.call('POST', '/api/users/resetpassword', {
    body: { ...link, password: PASSWORD },
  });

  expect(invited.status).toBe(201);
  expect(early.status).toBe(401);
  expect(reset.status).toBe(204);
  const { json } = await signIn(api, `${name}.guest`, { address: nextAddress() });
  expect(json.user).toMatchObject({ name: 'A Guest', role: 'staff', status: 'confirmed' });
});
