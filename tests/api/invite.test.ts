import { afterAll, describe, expect, it, test } from 'vitest';
import { emailOf, openTestApi, PASSWORD, type TestAnswer } from '../support/api.ts';
import { lastLink, mailsTo, noted } from '../support/people.ts';

const api = await openTestApi();
afterAll(() => api.close());

function invite(body: unknown, as = 'admin'): Promise<TestAnswer> {
  return api.call('POST', '/api/admin/invite', { as, body });
}

describe('inviting somebody', () => {
  it('creates a user without a password, and emails a link valid for seven days', async () => {
    const { status, json, headers } = await invite({
      email: 'Grace@Example.org',
      name: 'Grace',
      organisation: 'Navy',
      role: 'staff',
      language: 'de',
    });

    expect(status).toBe(201);
    expect(json).toMatchObject({
      name: 'Grace',
      email: emailOf('grace'),
      organisation: 'Navy',
      role: 'staff',
      status: 'invited',
    });
    expect(headers.get('Location')).toBe(`/api/users/${json._id}`);
    const [mail, ...more] = await mailsTo(api, emailOf('grace'));
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'invitation',
      language: 'de',
      data: { userId: json._id, invitedBy: 'admin' },
    });
    const days = (Date.parse(mail!.goodUntil!) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    expect((await noted(api)).at(-1)).toMatchObject({
      action: 'invited',
      actor: api.userId('admin'),
      record: json._id,
    });
  });

  it('is recorded as accepted by the invited user, and not as approved', async () => {
    const { json } = await invite({ email: 'hal@example.org', role: 'viewer' });

    const body = { ...(await lastLink(api, 'hal')), password: PASSWORD };
    const { status } = await api.call('POST', '/api/users/resetpassword', { body });

    expect(status).toBe(204);
    const actions = (await noted(api)).filter(({ record }) => record === json._id);
    expect(actions).toContainEqual(
      expect.objectContaining({ action: 'invitationAccepted', actor: json._id }),
    );
    expect(actions.map(({ action }) => action)).not.toContain('approved');
  });

  it('derives the name from the address if none is given', async () => {
    expect((await invite({ email: 'kay@example.org', role: 'viewer' })).json.name).toBe('kay');
  });

  it('again sends another link, and keeps the latest values', async () => {
    const first = await invite({ email: 'lea@example.org', role: 'viewer' });
    const link = await lastLink(api, 'lea');

    const second = await invite({ email: 'lea@example.org', name: 'Lea', role: 'staff' });

    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.json).toMatchObject({ _id: first.json._id, name: 'Lea', role: 'staff' });
    expect((await lastLink(api, 'lea')).token).not.toBe(link.token);
    const third = await invite({ email: 'lea@example.org', organisation: 'Navy', role: 'staff' });
    const fourth = await invite({ email: 'lea@example.org', role: 'viewer' }, 'staff');
    expect(third.json).toMatchObject({ name: 'Lea', organisation: 'Navy', role: 'staff' });
    expect(fourth.json).toMatchObject({ name: 'Lea', organisation: 'Navy', role: 'viewer' });
    const mighty = await invite({ email: 'lea@example.org', role: 'admin' }, 'staff');
    expect([mighty.status, mighty.json.code]).toEqual([403, 'A008']);
    const { json } = await api.call('GET', `/api/users/${first.json._id}`, { as: 'admin' });
    expect(json.role).toBe('viewer');
  });

  it('repeatedly is limited', async () => {
    await api.database.query(
      `insert into backoffice.attempts (key, count, free_at, forget_at)
       values ('invite ' || $1, 300, now() + interval '9 seconds', now() + interval '1 hour')`,
      [api.userId('dev')],
    );

    const { status, json, headers } = await invite({ email: 'q@x.org', role: 'viewer' }, 'dev');

    expect([status, json.code, headers.get('Retry-After')]).toEqual([429, 'A010', '9']);
    expect(await mailsTo(api, 'q@x.org')).toEqual([]);
  });

  test.each([
    [{ email: emailOf('viewer'), role: 'viewer' }, 409, 'email', 11000],
    [{ email: 'none', role: 'viewer' }, 422, 'email', 'V011'],
    [{ email: 'm@example.org' }, 422, 'role', 'V001'],
    [{ email: 'm@example.org', role: 'king' }, 422, 'role', 'V008'],
    [{ email: 'm@example.org', role: 'viewer', status: 'confirmed' }, 422, 'status', 'V009'],
    [{ email: 'm@example.org\nBcc: n@example.org', role: 'viewer' }, 422, 'email', 'V011'],
    [{ role: 'viewer' }, 422, 'email', 'V001'],
    ['m@example.org', 422, '', 'V002'],
    ['m"', 400, '', 'Q005'],
  ])('refuses %j', async (body, expected, path, code) => {
    const { status, json } = await invite(typeof body === 'string' ? `"${body}"` : body);

    expect([status, json.problems[0]]).toEqual([expected, expect.objectContaining({ path, code })]);
  });

  it('is allowed for users who can create users, and only admins invite an admin', async () => {
    expect((await invite({ email: 'n@example.org', role: 'viewer' }, 'viewer')).status).toBe(403);
    const asStaff = await invite({ email: 'n@example.org', role: 'admin' }, 'staff');
    expect([asStaff.status, asStaff.json.code]).toEqual([403, 'A008']);
    expect(await mailsTo(api, 'n@example.org')).toEqual([]);
  });
});

describe('inviting a list', () => {
  it('reports the result for each address', async () => {
    await invite({ email: 'old@example.org', role: 'viewer' });
    const invitations = [
      { email: 'o1@example.org', name: 'O One' },
      { email: 'O2@example.org', role: 'staff' },
      { email: 'o1@example.org' },
      { email: emailOf('staff') },
      { email: 'none' },
      { email: 'old@example.org' },
      'o3@example.org',
    ];

    const { status, json } = await invite({ invitations, role: 'viewer', language: 'de' });

    expect(status).toBe(200);
    expect(json).toMatchObject({ total: 7, created: 2, updated: 1, failed: 4, duplicates: 2 });
    expect(json.results).toMatchObject([
      { row: 1, email: 'o1@example.org', status: 'created', _id: expect.any(String) },
      { row: 2, email: 'O2@example.org', status: 'created' },
      { row: 3, status: 'failed', problems: [{ code: 11000, path: 'email' }] },
      { row: 4, status: 'failed', problems: [{ code: 11000, path: 'email' }] },
      { row: 5, status: 'failed', problems: [{ code: 'V011', path: 'email' }] },
      { row: 6, status: 'updated' },
      { row: 7, email: null, status: 'failed', problems: [{ code: 'V002', path: '' }] },
    ]);
    expect(json.problems.map(({ row }: { row: number }) => row)).toEqual([3, 4, 5, 7]);
    expect(await mailsTo(api, 'o2@example.org')).toMatchObject([{ language: 'de' }]);
  });

  it('accepts a plain list as well, with a role for each', async () => {
    const { json } = await invite([
      { email: 'p1@example.org', role: 'viewer' },
      { email: 'p2@example.org' },
    ]);

    expect(json).toMatchObject({ total: 2, created: 1, failed: 1 });
    expect(json.results[1].problems).toMatchObject([{ code: 'V001', path: 'role' }]);
  });

  test.each([
    [{ invitations: [] }, 'invitations'],
    [{ invitations: {} }, 'invitations'],
    [{ invitations: [{}], more: 1 }, 'more'],
    [{ invitations: Array.from({ length: 501 }, () => ({})) }, 'invitations'],
  ])('refuses %j as a whole', async (body, path) => {
    const { status, json } = await invite(body);

    expect([status, json.problems[0].path]).toEqual([422, path]);
  });
});
