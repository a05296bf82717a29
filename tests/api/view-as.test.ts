import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerJson, defineRoute } from '../../src/api/extending.ts';
import { takesViews } from '../../src/api/http/admit.ts';
import { limitRead } from '../../src/api/http/answer/file-streams.ts';
import type { Route } from '../../src/api/http/route.ts';
import { listRoutes } from '../../src/api/routes.ts';
import { openTestApi, signIn, type TestAnswer } from '../support/api.ts';
import { openSessionOf } from '../support/open-session.ts';
import { isAtDoor } from '../support/knock.ts';

let now = Date.now();
const writing = defineRoute({
  method: 'GET',
  path: '/api/writing',
  needs: [{ may: 'read', of: 'books' }],
  changeSet: 'generate',
  operation: () => ({ operationId: 'writing', summary: 'Writes', responses: {}, tags: ['books'] }),
  run: async (call) => answerJson(call, 200, '{}'),
});
let going: (() => void)[] = [];
const slow = defineRoute({
  method: 'GET',
  path: '/api/slow',
  needs: [{ may: 'read', of: 'books' }],
  operation: () => ({ operationId: 'slow', summary: 'Waits', responses: {}, tags: ['books'] }),
  run: (call) =>
    limitRead(call, async () => {
      await new Promise<void>((end) => going.push(end));
      return answerJson(call, 200, '{}');
    }),
});
const api = await openTestApi({ clock: () => now, routes: [writing, slow] });
await api.addUser('away', 'staff', 'disabled');
afterAll(() => api.close());

beforeAll(async () => {
  await api.call('POST', '/api/books', { as: 'admin', body: { title: 'One', secret: 'Hidden' } });
});

const path = '/api/users/current/view-as';
const start = (body: object, token?: string) =>
  api.call('POST', path, token === undefined ? { as: 'admin', body } : { token, body });

/** The token of a view session of a session of its own. */
async function view(body: object): Promise<{ own: string; token: string }> {
  const own = (await signIn(api, 'admin')).json.token as string;
  return { own, token: (await start(body, own)).json.token };
}

const who = (token: string) => api.call('GET', '/api/users/current', { token });
const codeOf = ({ status, json }: TestAnswer) => [status, json?.code];

const entries = async (action: string) =>
  (await api.call('GET', `/api/admin/audit?action=${action}`, { as: 'admin' })).json.data;

test('an admin sees the app as a person', async () => {
  const { token } = await view({ user: api.userId('staff') });

  expect((await who(token)).json).toMatchObject({ name: 'staff', role: 'staff' });
  expect((await api.call('GET', '/api/config', { token })).json.role).toBe('staff');
  const { text } = await api.call('GET', '/api/books', { token });
  expect(text).toContain('One');
  expect(text).not.toContain('Hidden');
});

test('an admin sees the app with another role, and stays the same person', async () => {
  const { token } = await view({ role: 'viewer' });

  expect((await who(token)).json).toMatchObject({ name: 'admin', role: 'viewer' });
  expect(codeOf(await api.call('GET', '/api/ledgers', { token }))).toEqual([403, 'A006']);
});

test('only roles with all rights, with a fresh proof, see the app as another', async () => {
  const staff = await openSessionOf(api, 'staff');
  expect(codeOf(await start({ role: 'viewer' }, staff))).toEqual([403, 'A006']);

  const { own } = await view({ role: 'viewer' });
  const long = `now() - interval '20 minutes'`;
  await api.database.query(
    `update backoffice.sessions set created_at = ${long}, proven_at = ${long} where user_id = $1`,
    [api.userId('admin')],
  );
  now += 2_000;
  expect(codeOf(await start({ role: 'viewer' }, own))).toEqual([403, 'A030']);
});

test.each([
  [{ role: 'nobody' }, 422],
  [{ user: 'nobody' }, 404],
  [{}, 422],
  [{ role: 'viewer', user: 'nobody' }, 422],
])('nobody sees the app as %j', async (body, status) => {
  expect((await start(body, await openSessionOf(api, 'admin'))).status).toBe(status);
});

test('nobody sees the app as a person who cannot sign in', async () => {
  const refused = await start({ user: api.userId('away') }, await openSessionOf(api, 'admin'));

  expect(codeOf(refused)).toEqual([422, 'A060']);
});

/** What a route answers to a body that lacks everything. */
async function codeAt({ method, path: pattern }: Route, token: string) {
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  return codeOf(
    await api.call(method, pattern.replace(/:\w+/g, 'none'), {
      token,
      ...(hasBody && { body: {} }),
    }),
  );
}

/** What is nobody else's business, though it only reads. */
const own = [
  'GET /api/keys',
  'GET /api/users/current/data',
  'GET /api/users/current/factors',
  'GET /api/users/current/identities',
  'GET /api/users/current/proof',
  'GET /api/users/current/sessions',
];

test.each(['person', 'role'])('a view as a %s reads as they do, and writes nothing', async (as) => {
  const { token } = await view(as === 'person' ? { user: api.userId('staff') } : { role: 'staff' });
  const theirs = await openSessionOf(api, 'staff');
  const routes = listRoutes(api.descriptor).filter(
    (route) => isAtDoor(route) && route.needs !== 'nobody' && !route.path.endsWith('/view-as'),
  );

  const wrong: unknown[] = [];
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    const isOpen = takesViews(route);
    if (isOpen && own.includes(name)) wrong.push(`${name} shows secrets`);
    const expected = isOpen ? await codeAt(route, theirs) : [403, 'A059'];
    const found = await codeAt(route, token);
    if (found.join() !== expected.join()) wrong.push([name, found, expected]);
  }

  expect(routes.length).toBeGreaterThan(150);
  expect(wrong).toEqual([]);
});

test('few routes that are no GET serve a view session', () => {
  const open = listRoutes(api.descriptor)
    .filter((route) => route.method !== 'GET' && route.needs !== 'nobody' && takesViews(route))
    .map(
      ({ method, path: each }) =>
        `${method} ${each.replace(/(authors|books|ledgers|users)\/(lookup|states|export)/, ':root/$2')}`,
    );

  expect([...new Set(open)].toSorted()).toEqual([
    'DELETE /api/users/current/view-as',
    'POST /api/:root/export',
    'POST /api/:root/lookup',
    'POST /api/admin/mailtexts/preview',
    'POST /api/files/links',
    'POST /api/structure/check',
    'POST /api/structure/infer',
    'POST /api/structure/plan',
  ]);
});

test('a view changes nothing of the person, and is none of their sessions', async () => {
  const of = api.userId('viewer');
  const state = async () => ({
    user: (await api.call('GET', `/api/users/${of}`, { as: 'admin' })).json,
    sessions: (await api.call('GET', `/api/admin/user/${of}/sessions`, { as: 'admin' })).json,
  });
  const before = await state();

  const { own: mine, token } = await view({ user: of });
  await who(token);
  await api.call('GET', '/api/books', { token });

  expect(await state()).toEqual(before);
  const { json } = await api.call('GET', '/api/users/current/sessions', { token: mine });
  expect(json.data.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
});

test('the audit log says who sees the app as whom, and who exports', async () => {
  const { token } = await view({ user: api.userId('viewer') });
  await api.call('GET', '/api/books/export?_format=csv', { token });
  await api.call('DELETE', path, { token });

  const [started] = await entries('viewStarted');
  expect(started).toMatchObject({
    actor: { name: 'admin' },
    about: { name: 'viewer' },
    detail: { role: 'viewer' },
  });
  expect((await entries('viewEnded'))[0]).toMatchObject({ actor: { name: 'admin' } });
  expect((await entries('exported'))[0]).toMatchObject({ actor: { name: 'admin' } });
  expect((await api.call('GET', '/api/books/export', { token })).status).toBe(401);
});

test('an export in a view is found by the view, and is a job of who is signed in', async () => {
  const { token } = await view({ user: api.userId('viewer') });
  await api.call('GET', '/api/books/export?_format=csv', { token });

  const [job] = await api.database.rows(
    'select created_by from backoffice.jobs order by created_at desc limit 1',
  );
  expect(job).toEqual({ created_by: api.userId('admin') });
  const joined = await api.database.rows(
    `select from backoffice.audit s join backoffice.audit e on e.session = s.detail->>'view'
     where s.action = 'viewStarted' and e.action = 'exported'
       and e.at = (select max(at) from backoffice.audit where action = 'exported')`,
  );
  expect(joined).toHaveLength(1);
});

test('what runs at once in a view counts for who is signed in', async () => {
  const { token } = await view({ user: api.userId('viewer') });
  going = [];
  const first = ['one', 'two'].map(() => api.call('GET', '/api/slow', { token }));
  await expect.poll(() => going.length).toBe(2);

  // Six more wait for a place, and the last is refused.
  const more = Array.from({ length: 7 }, () => api.call('GET', '/api/slow', { as: 'admin' }));
  const person = api.call('GET', '/api/slow', { as: 'viewer' });
  expect(codeOf(await Promise.race(more))).toEqual([429, 'A020']);
  await expect.poll(() => going.length).toBe(3);
  const all = Promise.all([...first, person, ...more]);
  const isOver = all.then(() => true);
  while (!(await Promise.race([isOver, setImmediate(false)])))
    going.splice(0).forEach((end) => end());
  expect((await all).filter(({ status }) => status === 200)).toHaveLength(9);
});

test('a route of an installation that opens a change set serves no view', async () => {
  const { token } = await view({ role: 'staff' });

  expect(codeOf(await api.call('GET', '/api/writing', { token }))).toEqual([403, 'A059']);
});

test('a view that has expired is not kept', async () => {
  await view({ role: 'staff' });
  await api.database.query(
    `update backoffice.view_sessions set expires_at = now() - interval '1 second'`,
  );

  await view({ role: 'viewer' });

  const left = await api.database.rows('select role from backoffice.view_sessions');
  expect(left).toEqual([{ role: 'viewer' }]);
});

test('a person without the right to export exports nothing in a view of them', async () => {
  const { token } = await view({ role: 'viewer' });

  expect(codeOf(await api.call('GET', '/api/authors/export', { token }))).toEqual([403, 'A006']);
});
