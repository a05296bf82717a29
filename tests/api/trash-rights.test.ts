import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { lastLink, mailsTo } from '../support/people.ts';
import { addTickets, clearDesk, openTrashDesk, remove, whatever } from '../support/trash-desk.ts';

const desk = await openTrashDesk();
afterAll(() => desk.close());
beforeEach(() => clearDesk(desk));

const root = '/api/tickets/trash';
const idsOf = ({ json }: { json: any }) => json.data.map(({ _id }: { _id: string }) => _id).sort();
const problemsOf = ({ json }: { json: any }) =>
  json.problems.map((each: any) => `${each._id} ${each.code} ${each.path}`).sort();

describe('the rights to the trash', () => {
  test.each([
    ['admin', 200, 200, 200],
    ['clerk', 200, 200, 200],
    ['agent', 200, 200, 200],
    ['temp', 200, 403, 200],
    ['reader', 403, 403, 403],
  ])('%s: lists %i, restores %i, empties %i', async (as, listed, restored, emptied) => {
    const ids = ['t1'];
    const answers = [
      await desk.call('GET', root, { as }),
      await desk.call('POST', `${root}/restore`, { as, body: { ids } }),
      await desk.call('DELETE', root, { as, body: { ids } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([listed, restored, emptied]);
  });

  it('show only fields that the role can read, and restore the others unchanged', async () => {
    await addTickets(desk, { t1: { inside: 'canary' } });
    await remove(desk, 'tickets/t1');

    const hidden = await desk.call('GET', root, { as: 'clerk' });
    const shown = await desk.call('GET', root, { as: 'admin' });
    await desk.call('POST', `${root}/restore`, { as: 'clerk', body: { ids: ['t1'] } });

    expect([hidden.text.includes('canary'), shown.text.includes('canary')]).toEqual([false, true]);
    const { json } = await desk.call('GET', '/api/tickets/t1', { as: 'admin' });
    expect(json.inside).toBe('canary');
  });
});

describe('a role that is limited to some records', () => {
  beforeEach(async () => {
    const [mine, theirs] = [desk.userId('agent'), desk.userId('clerk')];
    await addTickets(desk, {
      mine: { assignedTo: mine },
      ring: { assignedTo: mine, parent: 'mine' },
      done: { assignedTo: mine, status: 'closed' },
      free: {},
      theirs: { assignedTo: theirs, subject: 'canary' },
    });
    await remove(desk, ...['ring', 'mine', 'done', 'free', 'theirs'].map((id) => `tickets/${id}`));
  });

  it('sees and counts in the trash only what it saw before', async () => {
    const whole = await desk.call('GET', root, { as: 'agent' });
    const first = await desk.call('GET', `${root}?_perPage=3`, { as: 'agent' });
    const rest = await desk.call('GET', `${root}?_after=${first.json.next}`, { as: 'agent' });

    expect(idsOf(whole)).toEqual(['done', 'free', 'mine', 'ring']);
    expect([whole.json.total, first.json.total]).toEqual([4, 4]);
    expect([idsOf(first).length, idsOf(rest).length]).toEqual([3, 1]);
    expect(whole.text + first.text + rest.text).not.toContain('canary');
  });

  it('restores only what it could have deleted, and learns nothing of the others', async () => {
    const ids = ['ring', 'mine', 'done', 'free', 'theirs'];
    const call = { as: 'agent', body: { ids } };
    const dry = await desk.call('POST', `${root}/restore`, {
      ...call,
      body: { ids, dryRun: true },
    });
    const answer = await desk.call('POST', `${root}/restore`, call);

    expect(problemsOf(dry)).toEqual(['done A012 ', 'free A012 ', 'theirs S019 ']);
    expect(answer.json).toMatchObject({ total: 5, created: 2, failed: 3 });
    expect(problemsOf(answer)).toEqual(problemsOf(dry));
  });

  it.each([
    ['junior', 'closed', ['closed A012 ']],
    ['agent', 'child', ['child V014 parent']],
  ])('is told in advance what it cannot restore: %s', async (as, id, problems) => {
    const mine = desk.userId('agent');
    await addTickets(desk, {
      hidden: { assignedTo: desk.userId('clerk') },
      closed: { status: 'closed' },
      child: { assignedTo: mine, parent: 'hidden' },
    });
    await remove(desk, 'tickets/closed', 'tickets/child');

    const restore = (dryRun: boolean) =>
      desk.call('POST', `${root}/restore`, { as, body: { ids: [id], dryRun } });
    const dry = await restore(true);
    const answer = await restore(false);

    expect(problemsOf(dry)).toEqual(problems);
    expect(problemsOf(answer)).toEqual(problems);
  });

  it('empties only what it could have deleted', async () => {
    const ids = ['done', 'theirs', 'mine'];
    const some = await desk.call('DELETE', root, { as: 'agent', body: { ids } });
    const all = await desk.call('DELETE', root, { as: 'agent', body: { all: true } });

    expect(problemsOf(some)).toEqual(['done S019 ', 'theirs S019 ']);
    expect([some.json.deleted, all.json.deleted]).toEqual([1, 1]);
    const left = await desk.call('GET', root, { as: 'admin' });
    expect(idsOf(left)).toEqual(['done', 'free', 'theirs']);
  });
});

it('a restored record no longer redirects to the one it was merged into', async () => {
  await addTickets(desk, { keep: {}, t1: { subject: 'same' } });
  const versions = { keep: 1, t1: 1 };
  const body = { keep: 'keep', merge: ['t1'], versions };
  const merged = await desk.call('POST', '/api/tickets/merge', { as: 'clerk', body });
  expect(merged.status).toBe(200);
  const listed = await desk.call('GET', root, { as: 'clerk' });
  const redirect = await desk.call('GET', '/api/tickets/t1', { as: 'clerk' });

  await desk.call('POST', `${root}/restore`, { as: 'clerk', body: { ids: ['t1'] } });

  expect(listed.json.data[0]).toMatchObject({ way: 'merge', changeSet: merged.json.merge });
  expect(redirect.status).toBe(308);
  const restored = await desk.call('GET', '/api/tickets/t1', { as: 'clerk' });
  expect([restored.status, restored.json.subject]).toEqual([200, 'same']);
});

it('the trash no longer has the records of an undone merge', async () => {
  await addTickets(desk, { keep: {}, t1: {} });
  const body = { keep: 'keep', merge: ['t1'], versions: { keep: 1, t1: 1 } };
  const { json } = await desk.call('POST', '/api/tickets/merge', { as: 'clerk', body });

  await desk.call('POST', `/api/tickets/merges/${json.merge}/undo`, { as: 'clerk' });

  expect((await desk.call('GET', root, { as: 'clerk' })).json.total).toBe(0);
});

describe('a restored user', () => {
  const users = '/api/users/trash/restore';

  it('is disabled, and gets a password once an admin has enabled them', async () => {
    await desk.addUser('eve', 'agent');
    const token = await desk.tokenOf('eve');
    const id = desk.userId('eve');
    await remove(desk, `users/${id}`);

    const answer = await desk.call('POST', users, { as: 'clerk', body: { ids: [id] } });

    expect(answer.json.created).toBe(1);
    const { json } = await desk.call('GET', `/api/users/${id}`, { as: 'admin' });
    expect(json).toMatchObject({ email: 'eve@example.org', role: 'agent', status: 'disabled' });
    expect((await desk.call('GET', '/api/tickets', { token })).status).toBe(401);
    const kept = 'select from backoffice.credentials where user_id = $1';
    expect(await desk.database.rows(kept, [id])).toEqual([]);
    const link = { body: { email: 'eve@example.org' }, address: '192.0.2.1' };
    await desk.call('POST', '/api/users/forgotpassword', link);
    expect(await mailsTo(desk, 'eve@example.org')).toEqual([]);
    await desk.call('PUT', `/api/admin/user/${id}/disable`, {
      as: 'admin',
      body: { disabled: false },
    });
    await desk.call('POST', '/api/users/forgotpassword', link);
    const reset = { ...(await lastLink(desk, 'eve')), password: 'another fine password' };
    await desk.call('POST', '/api/users/resetpassword', { body: reset, address: '192.0.2.1' });
    const signIn = { email: 'eve@example.org', password: reset.password };
    const { status } = await desk.call('POST', '/api/users/login', { body: signIn });
    expect(status).toBe(200);
    const audit = await desk.call('GET', `/api/admin/audit?action=userRestored`, { as: 'admin' });
    expect(audit.json.data[0]).toMatchObject({ about: { _id: id }, actor: { name: 'clerk' } });
  });

  it('is not an admin, unless an admin restored them', async () => {
    await desk.addUser('boss', 'admin');
    const ids = [desk.userId('boss')];
    await remove(desk, `users/${ids[0]}`);

    const tried = await desk.call('POST', users, { as: 'clerk', body: { ids, dryRun: true } });
    const refused = await desk.call('POST', users, { as: 'clerk', body: { ids } });
    const dry = await desk.call('POST', users, { as: 'admin', body: { ids, dryRun: true } });
    expect((await desk.call('GET', `/api/users/${ids[0]}`, { as: 'admin' })).status).toBe(404);
    const restored = await desk.call('POST', users, { as: 'admin', body: { ids } });

    expect(problemsOf(tried)).toEqual([`${ids[0]} A008 role`]);
    expect(problemsOf(refused)).toEqual(problemsOf(tried));
    expect(dry.json).toMatchObject({ created: 1, failed: 0 });
    expect(restored.json.created).toBe(1);
  });

  it('does not replace the last admin', async () => {
    const call = { as: 'admin', headers: whatever };
    const answer = await desk.call('DELETE', `/api/users/${desk.userId('admin')}`, call);

    expect(answer.json.code).toBe('A009');
  });
});
