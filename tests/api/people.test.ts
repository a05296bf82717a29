import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/to-descriptor.ts';
import { expireRequests } from '../../src/store/accounts/expire-requests.ts';
import { emailOf, openTestApi, PASSWORD, signIn, type TestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';
import { act, lastLink, mailsTo, nextAddress, noted, register } from '../support/people.ts';

let api: TestApi;
let name: string;
let id: string;
let count = 0;

const action = (of: string, form?: object) => ({
  name: of,
  method: 'PUT',
  path: `/api/admin/user/{_id}/${of}`,
  bulk: true,
  ...(form && { form: { fields: form } }),
});

beforeAll(async () => {
  const source = structuredClone(librarySource);
  const { users } = source.resources;
  Object.assign(users, {
    actions: [
      action('confirm', { role: { type: 'choice', choices: ['staff', 'viewer'] } }),
      action('reject', { reason: { type: 'text' } }),
      action('disable'),
      action('role', { role: { type: 'text', required: true } }),
    ],
    // Who sees users may not read what only admins decide by.
    permissions: { viewer: ['list', 'read'], staff: ['list', 'read', 'update'] },
  });
  Object.assign(users.fields.status, { write: ['admin'] });
  const descriptor = toDescriptor(source);
  api = await openTestApi({ descriptor: () => descriptor });
});
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

describe('confirming', () => {
  it('lets the user in, with the role that was chosen, and tells them in their language', async () => {
    const { status, json, headers } = await act(api, 'admin', id, 'confirm', { role: 'staff' });

    expect(status).toBe(200);
    expect(json).toMatchObject({ _id: id, name, role: 'staff', status: 'confirmed', _version: 2 });
    expect(headers.get('ETag')).toBe('"2"');
    expect(await mailsTo(api, emailOf(name))).toMatchObject([
      { kind: 'approved', language: 'de', data: { role: 'staff' } },
    ]);
    expect((await signIn(api, name, { address: nextAddress() })).status).toBe(200);
    const entry = (await noted(api)).findLast(({ record }) => record === id);
    expect(entry).toMatchObject({
      action: 'approved',
      actor: api.userId('admin'),
      address: '127.0.0.1',
      detail: { from: 'pending', to: 'confirmed', role: 'staff' },
    });
  });

  test.each([[undefined], [{}], [{ role: null }]])('keeps the role with %j', async (body) => {
    const { json } = await act(api, 'admin', id, 'confirm', body);

    expect(json).toMatchObject({ role: 'viewer', status: 'confirmed' });
  });

  it('is told of once, however often it is done at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => act(api, 'admin', id, 'confirm')),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await kindsTo(emailOf(name))).toEqual(['approved']);
    expect(await actionsOf(id)).toEqual(['registered', 'approved']);
  });

  it('is told of as well when the record is written by hand', async () => {
    const headers = { 'If-Match': '*' };
    const body = { status: 'confirmed' };
    await api.call('PATCH', `/api/users/${id}`, { as: 'admin', headers, body });

    expect(await kindsTo(emailOf(name))).toEqual(['approved']);
  });

  it('is based on a version, if one is sent', async () => {
    const path = `/api/admin/user/${id}/confirm`;
    const stale = await api.call('PUT', path, { as: 'admin', headers: { 'If-Match': '"7"' } });

    expect([stale.status, stale.json.current.status]).toEqual([412, 'pending']);
  });

  test.each([
    [{ role: 'king' }, 422, 'role', 'V008'],
    [{ role: ['admin'] }, 422, 'role', 'V002'],
    [{ userId: 'x' }, 422, 'userId', 'V009'],
    [{ status: 'confirmed' }, 422, 'status', 'V009'],
  ])('refuses %j', async (body, expected, path, code) => {
    const { status, json } = await act(api, 'admin', id, 'confirm', body);

    expect([status, json.problems[0]]).toEqual([expected, expect.objectContaining({ path, code })]);
    expect(await kindsTo(emailOf(name))).toEqual([]);
  });

  it('is for those who wait', async () => {
    await act(api, 'admin', id, 'disable');

    const { status, json } = await act(api, 'admin', id, 'confirm');

    expect([status, json.code, json.problems[0].params]).toEqual([
      409,
      'A016',
      { status: 'disabled' },
    ]);
  });

  it('is for who may write the status', async () => {
    const asStaff = await act(api, 'staff', id, 'confirm');
    const asViewer = await act(api, 'viewer', id, 'confirm');

    expect([asStaff.status, asStaff.json.problems[0]]).toEqual([
      422,
      expect.objectContaining({ code: 'A008', path: 'status' }),
    ]);
    expect(asViewer.status).toBe(403);
  });

  it('says of nobody that there is none', async () => {
    expect((await act(api, 'admin', 'nobody', 'confirm')).status).toBe(404);
    expect((await act(api, 'admin', '%2e%2e', 'confirm')).status).toBe(404);
  });
});

describe('rejecting', () => {
  it('deletes the request, mails the reason, and the audit keeps both', async () => {
    const { status, json } = await act(api, 'admin', id, 'reject', {
      reason: ' No such institute ',
    });

    expect([status, json._id, json.status]).toEqual([200, id, 'pending']);
    expect((await api.call('GET', `/api/users/${id}`, { as: 'admin' })).status).toBe(404);
    expect(await mailsTo(api, emailOf(name))).toMatchObject([
      { kind: 'rejected', language: 'de', data: { reason: 'No such institute' } },
    ]);
    expect((await noted(api)).findLast(({ record }) => record === id)).toMatchObject({
      action: 'rejected',
      actor: api.userId('admin'),
      detail: { name, email: emailOf(name), reason: 'No such institute' },
    });
    expect((await signIn(api, name, { address: nextAddress() })).status).toBe(401);
  });

  it('is for those who wait', async () => {
    await act(api, 'admin', id, 'confirm');

    expect((await act(api, 'admin', id, 'reject')).status).toBe(409);
    expect(await kindsTo(emailOf(name))).toEqual(['approved']);
  });

  it('and confirming at the same moment do one of the two', async () => {
    const [confirmed, rejected] = await Promise.all([
      act(api, 'admin', id, 'confirm'),
      act(api, 'dev', id, 'reject'),
    ]);

    const done = [confirmed, rejected].map(({ status }) => status === 200);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await kindsTo(emailOf(name))).toEqual([done[0] ? 'approved' : 'rejected']);
  });

  it('is not for who may not delete', async () => {
    expect((await act(api, 'staff', id, 'reject')).status).toBe(403);
  });
});

describe('disabling', () => {
  beforeEach(() => act(api, 'admin', id, 'confirm'));

  it('shuts out at once, and enabling lets in again', async () => {
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
    expect(await kindsTo(emailOf(name))).toEqual(['approved']);
  });

  it('has a way back of its own', async () => {
    await act(api, 'admin', id, 'disable');

    expect((await act(api, 'admin', id, 'enable')).json.status).toBe('confirmed');
  });

  it('enables nobody who was not disabled', async () => {
    await api.addUser(`${name}.waiting`, 'viewer', 'pending');

    const { status, json } = await act(api, 'admin', api.userId(`${name}.waiting`), 'enable');

    expect([status, json.code]).toEqual([409, 'A016']);
  });
});

describe('the role', () => {
  beforeEach(() => act(api, 'admin', id, 'confirm'));

  it('counts at once', async () => {
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
  ])('is refused as %j', async (body, code) => {
    const { status, json } = await act(api, 'admin', id, 'role', body);

    expect([status, json.code]).toEqual([422, code]);
  });

  it('of an admin is for admins to give', async () => {
    const { status, json } = await act(api, 'staff', id, 'role', { role: 'admin' });

    expect([status, json.code]).toEqual([403, 'A008']);
  });
});

describe('many at once', () => {
  it('are confirmed with one call, which says what became of each', async () => {
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

  it('are rejected with one reason, all that match', async () => {
    await register(api, `${name}.spam`, { organisation: `Spam ${name}` });
    await register(api, `${name}.spam2`, { organisation: `Spam ${name}` });
    const where = { organisation: `Spam ${name}` };
    const body = { action: 'reject', where, data: { reason: 'Spam' } };

    const { json } = await api.call('POST', '/api/users/bulk', { as: 'admin', body });

    expect(json).toMatchObject({ total: 2, failed: 0 });
    expect(await kindsTo(emailOf(`${name}.spam2`))).toEqual(['rejected']);
  });

  it('are not disabled down to the last admin', async () => {
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
  ])('is left when two %s each other at once', async (_, change) => {
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

describe('requests nobody confirmed', () => {
  const age = (days: number) =>
    api.database.query(
      `update users set "updatedAt" = now() - make_interval(days => $2), "createdAt" = now() - interval '90 days'
       where _id = $1`,
      [id, days],
    );
  const expire = (from = api) => expireRequests({ ...from.parts, descriptor: from.descriptor });

  it('are gone after thirty days, told once, whoever looks', async () => {
    await age(31);
    const replica = await api.openReplica();

    const counts = await Promise.all([expire(), expire(replica), expire()]);

    expect(counts.reduce((sum, each) => sum + each)).toBe(1);
    expect(await mailsTo(api, emailOf(name))).toMatchObject([
      { kind: 'expired', language: 'de', data: { days: 30 } },
    ]);
    expect(await actionsOf(id)).toEqual(['registered', 'expired']);
    await replica.close();
  });

  it('stay for thirty days after they were last touched', async () => {
    await age(29);

    expect(await expire()).toBe(0);
  });

  it('are those of pending users only', async () => {
    await act(api, 'admin', id, 'confirm');
    await age(400);

    expect(await expire()).toBe(0);
  });
});

it('opens the invited account with the password that was chosen', async () => {
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
