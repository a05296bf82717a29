// @vitest-environment jsdom
import '../../support/browser-parts.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http as msw, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../src/admin/messages/language.ts';
import { openPage } from '../../../src/admin/start/open-page.ts';
import { emailOf, openTestApi, signIn, type TestApi } from '../../support/api.ts';
import { screenLibrary } from '../../support/screen-library.ts';

let api: TestApi;
let address: string;
const server = setupServer();

beforeAll(async () => {
  const descriptor = screenLibrary();
  api = await openTestApi({ descriptor: () => descriptor });
  server.listen({ onUnhandledFrame: 'error' });
});

let visitors = 0;
beforeEach(() => {
  visitors += 1;
  address = `10.2.${visitors}.1`;
  server.use(msw.all('*/api/*', ({ request }) => api.api.fetch(request, { address })));
  setLanguage('en');
});

afterEach(() => {
  server.resetHandlers();
  localStorage.clear();
  document.body.replaceChildren();
});

afterAll(async () => {
  server.close();
  await api.close();
});

function visit(path: string): { user: ReturnType<typeof userEvent.setup> } {
  history.replaceState(null, '', path);
  const root = document.createElement('div');
  const overlay = document.createElement('div');
  overlay.append(Object.assign(document.createElement('p'), { className: 'overlay-text' }));
  document.body.append(root, overlay);
  act(() => openPage({ root, overlay, leaveTo: vi.fn<(path: string) => void>(), pages: {} }));
  return { user: userEvent.setup() };
}

const input = (label: string) =>
  screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });

async function fill(user: ReturnType<typeof userEvent.setup>, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await user.type(await input(label), value);
}

const asked = {
  Name: 'Nora New',
  Email: 'nora@asks.example',
  Organisation: 'Asking Ltd',
  Password: 'seven green bicycles',
};

describe('registering', () => {
  test('is reached from the sign-in page, and says that an admin decides', async () => {
    const { user } = visit('/login');

    await user.click(await screen.findByRole('link', { name: 'Register' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Register' })).toBeTruthy();
    expect(location.pathname).toBe('/register');
    expect(screen.getByText(/All registrations are subject to approval/)).toBeTruthy();
    const kinds = await Promise.all(
      Object.keys(asked).map(async (label) => (await input(label)).autocomplete),
    );
    expect(kinds).toEqual(['name', 'username', 'organization', 'new-password']);
    expect(await input('Name')).toBe(document.activeElement);
  });

  test('asks for all of it, each at its field, before it asks the server', async () => {
    const { user } = visit('/register');

    await user.click(await screen.findByRole('button', { name: 'Register' }));

    for (const text of [
      'Enter your name.',
      'Enter an email address, such as name@example.org.',
      'Enter your organisation.',
      'Choose a password.',
      'Please accept the terms of use.',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    const name = await input('Name');
    expect(name).toBe(document.activeElement);
    expect(document.getElementById(name.getAttribute('aria-describedby')!)?.textContent).toBe(
      'Enter your name.',
    );
  });

  test('has terms to read, and tells how hard the password is to guess', async () => {
    const { user } = visit('/register');

    await user.type(await input('Password'), 'abcdefgh');
    expect((await screen.findByRole('meter')).getAttribute('aria-valuetext')).toBe('very weak');
    await user.clear(await input('Password'));
    await user.type(await input('Password'), 'seven green bicycles');

    await waitFor(() =>
      expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('very good'),
    );
    expect(screen.getByText(/An admin decides on your registration/)).toBeTruthy();
  });

  test('ends with the notice of the specification, and a request that waits', async () => {
    const { user } = visit('/register');
    await fill(user, asked);
    await user.click(screen.getByRole('checkbox', { name: 'I accept the terms of use' }));

    await user.click(screen.getByRole('button', { name: 'Register' }));

    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain(
      'Registration successfulPlease wait for the admin to approve your registration. You will receive an email once your account is approved.',
    );
    expect(screen.getByText(/The answer goes to nora@asks\.example/)).toBeTruthy();
    const { json } = await api.call('GET', '/api/users?email=nora@asks.example', { as: 'admin' });
    expect(json.data[0]).toMatchObject({ name: 'Nora New', status: 'pending' });
  });

  test('keeps what was typed when it fails, and says so', async () => {
    server.use(msw.post('*/api/users/', () => HttpResponse.error()));
    const { user } = visit('/register');
    await fill(user, asked);
    await user.click(screen.getByRole('checkbox', { name: 'I accept the terms of use' }));

    await user.click(screen.getByRole('button', { name: 'Register' }));

    const texts = (await screen.findAllByRole('alert')).map(({ textContent }) => textContent);
    expect(texts.join()).toContain('Registration failedPlease get in touch with the admin.');
    expect(texts.join()).toContain('Server not reachable');
    expect((await input('Password')).value).toBe('seven green bicycles');
  });

  test('shows at its field what the server refuses, until it is typed anew', async () => {
    server.use(
      msw.post('*/api/users/', () =>
        HttpResponse.json(
          { problems: [{ path: 'email', code: 'V011', message: 'is not an address' }] },
          { status: 422 },
        ),
      ),
    );
    const { user } = visit('/register');
    await fill(user, asked);
    await user.click(screen.getByRole('checkbox', { name: 'I accept the terms of use' }));
    await user.click(screen.getByRole('button', { name: 'Register' }));

    const email = await input('Email');
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
    expect(email).toBe(document.activeElement);
    await user.type(email, 'x');

    expect(email.getAttribute('aria-invalid')).toBe('false');
  });
});

describe('a forgotten password', () => {
  test('is asked for by an address, whether it is known or not, and leads back', async () => {
    const { user } = visit('/login?from=%2Fbooks%2Foverview');
    await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    await user.type(await input('Email'), 'nobody@example.org');

    await user.click(screen.getByRole('button', { name: 'Send' }));

    expect((await screen.findByRole('alert')).textContent).toContain(
      'Reset password email successPlease check your email inbox and confirm resetting your password.',
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeTruthy();
    expect(location.pathname + location.search).toBe('/login?from=%2Fbooks%2Foverview');
  });

  test('says so when it fails, and counts down when it was asked for too often', async () => {
    server.use(
      msw.post('*/api/users/forgotpassword', () =>
        HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '42' } }),
      ),
    );
    const { user } = visit('/forgotPassword');
    await user.type(await input('Email'), 'ada@example.org');

    await user.click(screen.getByRole('button', { name: 'Send' }));

    const texts = (await screen.findAllByRole('alert')).map(({ textContent }) => textContent);
    expect(texts.join()).toContain(
      'Reset password email failedPlease get in touch with the admin.',
    );
    expect(texts.join()).toMatch(/Please wait 4\d seconds/);
    expect((await input('Email')).value).toBe('ada@example.org');
  });
});

describe('a new password', () => {
  test('is chosen by the link of a mail, and then one can log in', async () => {
    await api.addUser('forgetful', 'viewer');
    const body = { email: emailOf('forgetful') };
    await api.call('POST', '/api/users/forgotpassword', { body });
    const { rows } = await api.database.query<{ token: string }>(
      `select token from backoffice.outbox where kind = 'passwordReset'`,
    );
    const { user } = visit(`/resetpassword/${api.userId('forgetful')}/${rows[0]!.token}`);
    const field = await input('New password');
    expect(field.autocomplete).toBe('new-password');
    await user.type(field, 'seven green bicycles');

    await user.click(screen.getByRole('button', { name: 'Reset password' }));

    expect((await screen.findByRole('alert')).textContent).toContain(
      'Reset password successYou can login with your new password.',
    );
    await waitFor(() => expect(location.pathname).toBe('/login'));
    const login = { email: emailOf('forgetful'), password: 'seven green bicycles' };
    expect((await api.call('POST', '/api/users/login', { body: login })).status).toBe(200);
  });

  test('is refused with a spent link, in the words of the specification, with a way to another', async () => {
    const { user } = visit('/resetpassword/somebody/spent');
    await user.type(await input('New password'), 'seven green bicycles');

    await user.click(screen.getByRole('button', { name: 'Reset password' }));

    expect((await screen.findByRole('alert')).textContent).toContain(
      'Reset password failedToken is invalid. Please try again.',
    );
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
      '/forgotPassword',
    );
  });

  test('is told to be too easy before anything is sent', async () => {
    const { user } = visit('/resetpassword/somebody/token');
    await user.type(await input('New password'), 'password1');

    await user.click(screen.getByRole('button', { name: 'Reset password' }));

    expect(await screen.findByText(/Is among the first that would be guessed/)).toBeTruthy();
  });
});

test('the language is exchanged with all that was typed still there', async () => {
  const { user } = visit('/register');
  await fill(user, { Name: 'Nora New' });

  await user.click(screen.getByRole('radio', { name: 'Deutsch' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Registrieren' })).toBeTruthy();
  expect((await input('Name')).value).toBe('Nora New');
});

test.each(['/register', '/forgotPassword', '/resetpassword/somebody/token'])(
  'who is signed in has no business at %s',
  async (path) => {
    const { json } = await signIn(api, 'staff', { address: '10.3.1.1' });
    localStorage.setItem('user', JSON.stringify(json.user));
    localStorage.setItem('user-token', json.token);
    localStorage.setItem('user-refresh-token', json.refreshToken);

    visit(path);

    await screen.findByRole('navigation', { name: 'Main menu' }, { timeout: 15_000 });
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  },
);
