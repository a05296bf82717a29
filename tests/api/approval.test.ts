import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { expireRequests } from '../../src/store/system/accounts/registrations.ts';
import { emailOf, signIn } from '../support/api.ts';
import { act, mailsTo, nextAddress, noted, openPeopleApi, register } from '../support/people.ts';

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

describe('confirming', () => {
  it('lets the user sign in with the chosen role, and emails them in their language', async () => {
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

  test.each([[undefined], [null as never], [{}], [{ role: null }]])(
    'keeps the role with %j',
    async (body) => {
      const { json } = await act(api, 'admin', id, 'confirm', body);

      expect(json).toMatchObject({ role: 'viewer', status: 'confirmed' });
    },
  );

  it('is mailed once, even if it is done many times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => act(api, 'admin', id, 'confirm')),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await kindsTo(emailOf(name))).toEqual(['approved']);
    expect(await actionsOf(id)).toEqual(['registered', 'approved']);
  });

  it('is also mailed if an admin edits the record', async () => {
    const headers = { 'If-Match': '*' };
    const body = { status: 'confirmed' };
    await api.call('PATCH', `/api/users/${id}`, { as: 'admin', headers, body });

    expect(await kindsTo(emailOf(name))).toEqual(['approved']);
  });

  it('checks the version if one is sent', async () => {
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

  it('is only possible for pending users', async () => {
    await act(api, 'admin', id, 'disable');

    const { status, json } = await act(api, 'admin', id, 'confirm');

    expect([status, json.code, json.problems[0].params]).toEqual([
      409,
      'A016',
      { status: 'disabled' },
    ]);
  });

  it('is allowed for users who may write the status', async () => {
    const asStaff = await act(api, 'staff', id, 'confirm');
    const asViewer = await act(api, 'viewer', id, 'confirm');

    expect([asStaff.status, asStaff.json.problems[0]]).toEqual([
      403,
      expect.objectContaining({ code: 'A008', path: 'status' }),
    ]);
    expect(asViewer.status).toBe(403);
  });

  it('returns 404 for an unknown user', async () => {
    expect((await act(api, 'admin', 'nobody', 'confirm')).status).toBe(404);
    expect((await act(api, 'admin', '%2e%2e', 'confirm')).status).toBe(404);
    expect((await act(api, 'admin', '%00', 'confirm')).status).toBe(404);
  });
});

describe('an action on a user', () => {
  test.each(['confirm', 'disable', 'enable', 'role', 'reject'])(
    'refuses to %s with unknown parameters, and changes nothing',
    async (action) => {
      const odd = await act(api, 'admin', id, action, { colour: 'red' });
      const broken = await act(api, 'admin', id, action, '{"a":' as never);
      const path = `/api/admin/user/${id}/${action}`;
      const headers = { 'If-Match': 'abc' };
      const untagged = await api.call('PUT', path, { as: 'admin', headers });

      expect([odd.status, odd.json.problems.at(-1).code]).toEqual([422, 'V009']);
      expect([broken.status, broken.json.code]).toEqual([400, 'Q005']);
      expect(untagged.status).toBe(action === 'role' ? 422 : 400);
      const { json } = await api.call('GET', `/api/users/${id}`, { as: 'admin' });
      expect(json).toMatchObject({ status: 'pending', _version: 1 });
    },
  );
});

describe('rejecting', () => {
  it('deletes the request, mails the reason, and records both in the audit', async () => {
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

  it('is only possible for pending users', async () => {
    await act(api, 'admin', id, 'confirm');

    expect((await act(api, 'admin', id, 'reject')).status).toBe(409);
    expect(await kindsTo(emailOf(name))).toEqual(['approved']);
  });

  it('at the same moment as confirming does one of the two', async () => {
    const [confirmed, rejected] = await Promise.all([
      act(api, 'admin', id, 'confirm'),
      act(api, 'dev', id, 'reject'),
    ]);

    const done = [confirmed, rejected].map(({ status }) => status === 200);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await kindsTo(emailOf(name))).toEqual([done[0] ? 'approved' : 'rejected']);
  });

  it('needs the right to delete', async () => {
    expect((await act(api, 'staff', id, 'reject')).status).toBe(403);
  });
});

describe('expired registrations', () => {
  const age = (days: number) =>
    api.database.query(
      `update users set "updatedAt" = now() - make_interval(days => $2), "createdAt" = now() - interval '90 days'
       where _id = $1`,
      [id, days],
    );
  const expire = (from = api) => expireRequests({ ...from.services, descriptor: from.descriptor });

  it('are deleted after thirty days, and mailed once', async () => {
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

  it('stay for thirty days after their last change', async () => {
    await age(29);

    expect(await expire()).toBe(0);
  });

  it('are only those of pending users', async () => {
    await act(api, 'admin', id, 'confirm');
    await age(400);

    expect(await expire()).toBe(0);
  });
});
