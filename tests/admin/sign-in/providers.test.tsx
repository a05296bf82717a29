import { screen, waitFor, within } from '@testing-library/react';
import { http as msw, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { readSession } from '../../../src/admin/client/account/session.ts';
import { emailOf, PASSWORD } from '../../support/api.ts';
import { screenLibrary } from '../../support/screen-library.ts';
import { beSignedIn, openVisitsOf, visit } from '../../support/visitor.ts';

const api = await openVisitsOf(screenLibrary);
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const providers = [{ name: 'keycloak', label: 'Example Institute' }];
const ways = (passwords = true) =>
  msw.get('*/api/sign-in', () => HttpResponse.json({ passwords, providers }));
const button = () => screen.findByRole('button', { name: 'Sign in with Example Institute' });
/** As the API refuses. */
const refusal = (status: number, code: string, params: object = {}, extra: object = {}) =>
  HttpResponse.json(
    { code, problems: [{ code, path: '', message: '', params }], ...extra },
    {
      status,
    },
  );
const finish = (answer: () => Response) => msw.post('*/api/oidc/keycloak/finish', answer);
const back = '/oidc/keycloak?code=abc&state=def';

test('goes to the provider by its button, and remembers where to return', async () => {
  const url = 'https://login.example.org/auth?state=x';
  const start = msw.post('*/api/oidc/keycloak/start', () => HttpResponse.json({ url }));
  const { user, leaveTo } = visit(api, '/login?from=/books/overview', ways(), start);

  await user.click(await button());

  await waitFor(() => expect(leaveTo).toHaveBeenCalledWith(url));
  expect(JSON.parse(sessionStorage.getItem('provider-visit')!)).toEqual({
    purpose: 'signIn',
    from: '/books/overview',
  });
});

test.each([
  ['A040', 'Example Institute does not answer.'],
  ['A053', 'Example Institute is set up incorrectly here.'],
])('shows at the button why the provider cannot be used: %s', async (code, text) => {
  const start = msw.post('*/api/oidc/keycloak/start', () => refusal(503, code));
  const { user } = visit(api, '/login', ways(), start);

  await user.click(await button());

  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

test('shows no button without a provider', async () => {
  visit(api, '/login');

  await screen.findByLabelText('Email');
  expect(screen.queryByText('or')).toBeNull();
});

test.each(['/login', '/register', '/forgotPassword'])(
  'shows only the providers on %s if passwords are turned off',
  async (path) => {
    visit(api, path, ways(false));

    await button();
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(screen.queryByText('Register')).toBeNull();
  },
);

test('offers the providers to somebody with the link of an invitation', async () => {
  let sent: unknown;
  const start = msw.post('*/api/oidc/keycloak/start', async ({ request }) => {
    sent = await request.json();
    return HttpResponse.json({ url: 'https://login.example.org/' });
  });
  const { user, leaveTo } = visit(api, '/resetpassword/u1/the-token', ways(false), start);

  await user.click(await button());

  await waitFor(() => expect(leaveTo).toHaveBeenCalled());
  expect(sent).toEqual({ account: { id: 'u1', token: 'the-token' } });
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test.each<[string, () => Response, string]>([
  ['a new account', () => refusal(403, 'A004'), 'An admin has to approve your account.'],
  ['a disabled account', () => refusal(403, 'A005'), 'This account is disabled.'],
  [
    'a refusal of the provider',
    () => refusal(422, 'A041', { reason: 'access_denied' }),
    'Example Institute did not sign you in (access_denied).',
  ],
  ['a response that is over', () => refusal(422, 'A042'), 'Start again.'],
  [
    'a missing address',
    () => refusal(403, 'A044', { fields: 'email' }),
    'did not send a verified email address',
  ],
  [
    'an account whose owner gets a mail',
    () => refusal(403, 'A043', { email: 'x@example.org' }),
    'We have sent a link to this address.',
  ],
  ['a server that fails', () => refusal(500, 'S006'), 'returned an error (500)'],
])('explains %s', async (_, answer, text) => {
  visit(api, back, ways(), finish(answer));

  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(screen.getByRole('link', { name: 'Back to login' })).toBeTruthy();
  // The response of the provider does not stay in the address.
  expect(location.search).toBe('');
});

test('connects an account by its password, and opens the requested page', async () => {
  await api.addUser('paula', 'staff');
  sessionStorage.setItem(
    'provider-visit',
    JSON.stringify({ purpose: 'signIn', from: '/users/myprofile' }),
  );
  const challenge = 'the-challenge';
  const asked = () => refusal(403, 'A043', { email: emailOf('paula') }, { challenge });
  const link = msw.post('*/api/oidc/link', async ({ request }) => {
    const { password } = (await request.json()) as { password: string };
    if (password !== PASSWORD) return refusal(401, 'A002');
    const body = { email: emailOf('paula'), password };
    return HttpResponse.json((await api.call('POST', '/api/users/login', { body })).json);
  });
  const { user } = visit(api, back, ways(), finish(asked), link);

  const password = await screen.findByLabelText('Password', { selector: 'input' });
  expect(document.activeElement).toBe(password);
  await user.type(password, 'wrong{Enter}');
  await screen.findByText('Incorrect password.');
  await user.clear(password);
  await user.type(password, `${PASSWORD}{Enter}`);

  await waitFor(() => expect(readSession()?.user.email).toBe(emailOf('paula')));
  await waitFor(() => expect(location.pathname).toBe('/users/myprofile'));
});

test('makes the account of a newcomer who accepts the terms', async () => {
  let sent: unknown;
  const asked = () => refusal(403, 'A054', {}, { challenge: 'the-challenge' });
  const accept = msw.post('*/api/oidc/terms', async ({ request }) => {
    sent = await request.json();
    return refusal(403, 'A004');
  });
  const { user } = visit(api, back, ways(), finish(asked), accept);

  await user.click(await screen.findByRole('button', { name: 'Create account' }));
  const box = screen.getByRole('checkbox', { name: 'I accept the terms of use' });
  await screen.findByText('Please accept the terms of use.');
  expect([document.activeElement, sent]).toEqual([box, undefined]);
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Create account' }));

  expect((await screen.findByRole('alert')).textContent).toContain('An admin has to approve');
  expect(sent).toEqual({ challenge: 'the-challenge', acceptedTerms: true });
});

test('lists the connected accounts in the profile, and disconnects one', async () => {
  const identity = {
    id: 'i1',
    provider: 'keycloak',
    label: 'Example Institute',
    email: 'me@uni.example.org',
    createdAt: '2026-01-02T03:04:05.000Z',
    usedAt: null,
  };
  let data = [identity];
  const path = '*/api/users/current/identities';
  const list = msw.get(path, () => HttpResponse.json({ data, passwords: false, providers }));
  const remove = msw.delete(`${path}/i1`, () => {
    data = [];
    return new HttpResponse(null, { status: 204 });
  });
  await beSignedIn(api, 'staff');
  const { user } = visit(api, '/users/myprofile', list, remove);

  const heading = await screen.findByRole(
    'heading',
    { name: 'Connected accounts' },
    { timeout: 30_000 },
  );
  const part = heading.closest('section')!;
  within(part).getByText('me@uni.example.org');
  within(part).getByRole('button', { name: 'Connect with Example Institute' });
  expect(screen.queryByLabelText(/Current password/)).toBeNull();
  await user.click(within(part).getByRole('button', { name: 'Disconnect Example Institute' }));
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  await within(part).findByText('No account is connected.');
}, 60_000);

test('signs in by the link of a command when its button is used', async () => {
  const { user, calls } = visit(api, '/signin/u1/the-token', ways(false));
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));

  expect((await screen.findByRole('alert')).textContent).toContain('The link is invalid');
  expect(calls()).toContain('POST /api/users/login/link');
});
