import { afterAll, expect, test } from 'vitest';
import { createSecret } from '../../../src/api/accounts/secrets.ts';
import { saveToken } from '../../../src/store/system/accounts/tokens.ts';
import { emailOf, openTestApi, PASSWORD } from '../../support/api.ts';
import { createOidcBrowser } from '../../support/oidc-browser.ts';
import { openOidcServer } from '../../support/oidc-server.ts';
import { openSessionOf } from '../../support/open-session.ts';

const person = (name: string) => ({ email: emailOf(name), email_verified: true, name });
const server = await openOidcServer({
  publicUrl: 'http://localhost',
  people: { staff: person('staff'), ines: person('ines') },
});
const api = await openTestApi({ oidc: [server.configuration()], passwordSignIn: false });
afterAll(() => Promise.all([api?.close(), server?.close()]));

const browser = () => createOidcBrowser(() => api);

test.each<[string, object]>([
  ['/api/users/login', { email: emailOf('admin'), password: PASSWORD }],
  ['/api/users/login/passkey', {}],
  ['/api/users/', {}],
  ['/api/users', {}],
  ['/api/users/forgotpassword', { email: emailOf('admin') }],
  ['/api/users/resetpassword', { id: 'x', token: 'x', password: PASSWORD }],
  ['/api/oidc/link', { challenge: 'x', password: PASSWORD }],
])('refuses %s', async (path, body) => {
  const answer = await api.call('POST', path, { body });

  expect([answer.status, answer.json.code]).toEqual([403, 'A046']);
});

test('mails nobody a link for a new password, also not for an admin', async () => {
  const path = `/api/admin/user/${api.userId('staff')}/resetlink`;
  const answer = await api.call('POST', path, { token: await openSessionOf(api, 'admin') });

  expect([answer.status, answer.json.code]).toEqual([403, 'A046']);
});

test('is announced before the sign-in', async () => {
  expect((await api.call('GET', '/api/sign-in')).json.passwords).toBe(false);
});

test('connects an existing account by a link in a mail to its address', async () => {
  const refused = await browser().signIn(server, 'staff');
  expect([refused.status, refused.json.code]).toEqual([403, 'A043']);
  expect(refused.json).not.toHaveProperty('challenge');
  const mail = `select token from backoffice.outbox where kind = 'connectAccount' and to_address = $1`;
  const token = await api.database.value<string>(mail, [emailOf('staff')]);

  const wrong = { id: api.userId('staff'), token: 'wrong' };
  expect((await browser().signIn(server, 'staff', { account: wrong })).json.code).toBe('A014');
  const account = { id: api.userId('staff'), token };
  const connected = await browser().signIn(server, 'staff', { account });
  expect(connected.json.user?._id).toBe(api.userId('staff'));
  expect((await browser().signIn(server, 'staff')).status).toBe(200);
});

test('admits an invited user by the link of the invitation', async () => {
  const token = await openSessionOf(api, 'admin');
  const body = { email: emailOf('ines'), role: 'staff' };
  const invited = await api.call('POST', '/api/admin/invite', { token, body });
  expect(invited.status).toBeLessThan(300);
  const mail = await api.database.first<{ token: string; data: { userId: string } }>(
    `select token, data from backoffice.outbox where kind = 'invitation' and to_address = $1`,
    [emailOf('ines')],
  );

  const account = { id: mail!.data.userId, token: mail!.token };
  const { status, json } = await browser().signIn(server, 'ines', { account });

  expect(status).toBe(200);
  expect(json.user).toMatchObject({ _id: account.id, status: 'confirmed', role: 'staff' });
});

test('signs an admin in by the link of a command, once', async () => {
  const { text: token, hash } = createSecret(32);
  const id = api.userId('admin');
  await saveToken(api.database, id, 'signIn', hash);
  const enter = (body: object) => api.call('POST', '/api/users/login/link', { body });

  expect((await enter({ id, token: 'wrong' })).status).toBe(400);
  const { status, json } = await enter({ id, token });
  expect([status, json.user._id]).toEqual([200, id]);
  expect((await enter({ id, token })).json.code).toBe('A014');
});
