import { call } from '../../../src/admin/client/http.ts';
import { beSignedIn, openVisitsOf, visit } from '../../support/visitor.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http as msw, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { readSession } from '../../../src/admin/client/account/session.ts';
import { emailOf, PASSWORD } from '../../support/api.ts';
import { screenLibrary } from '../../support/screen-library.ts';

const api = await openVisitsOf(screenLibrary);
await api.addUser('patience', 'staff', 'pending');
await api.addUser('gone', 'staff', 'disabled');

async function enter(email: string, password: string): Promise<void> {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password', { selector: 'input' }), password);
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

describe('the sign-in page', () => {
  test('asks for email and password in the wording of the specification', async () => {
    visit(api, '/login');

    expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy();
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    expect(email.autocomplete).toBe('username webauthn');
    expect(email).toBe(document.activeElement);
    const password = screen.getByLabelText<HTMLInputElement>('Password', { selector: 'input' });
    expect([password.type, password.autocomplete]).toEqual(['password', 'current-password']);
    expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy();
  });

  test('requires both before it sends anything', async () => {
    visit(api, '/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Login' }));

    expect(screen.getByText('Enter your email address.')).toBeTruthy();
    expect(screen.getByText('Enter your password.')).toBeTruthy();
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  });

  test('says that the login failed', async () => {
    visit(api, '/login');
    await enter('nobody@example.org', 'wrong');
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toContain('Login failed');
    expect(textContent).toContain('Please enter a correct email/password.');
  });

  test('names the user at the second step, announces a wrong code, and can start again', async () => {
    const factor = { code: 'A028', challenge: 'c', factors: ['totp', 'recoveryCode'] };
    visit(
      api,
      '/login',
      msw.post('*/api/users/login', () => HttpResponse.json(factor, { status: 403 })),
      msw.post('*/api/users/login/factor', () =>
        HttpResponse.json({ code: 'A029' }, { status: 422 }),
      ),
    );
    await enter('ada@example.org', 'right');
    expect(await screen.findByRole('heading', { level: 1, name: 'One more step' })).toBeTruthy();
    expect(screen.getByText('ada@example.org')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();

    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toContain('This code is wrong'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Start again' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org');
  });

  test('shows the reason at the form until the user types', async () => {
    visit(api, '/login');
    await enter('nobody@example.org', 'wrong');
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));

    // Screen readers hear it too, a moment later.
    const said = screen.getByText('Incorrect email or password.', { ignore: '[role="status"] *' });
    const password = screen.getByLabelText('Password', { selector: 'input' });
    expect(password).toBe(document.activeElement);
    expect(password.getAttribute('aria-describedby')).toBe(said.id);
    await userEvent.type(password, 'x');
    expect(said.isConnected).toBe(false);
  });

  test('shows on its button that it is waiting, and sends no second request', async () => {
    const answer = Promise.withResolvers<void>();
    const asked = vi.fn<() => Promise<HttpResponse<any>>>(async () => {
      await answer.promise;
      return HttpResponse.json({}, { status: 401 });
    });
    visit(api, '/login', msw.post('*/api/users/login', asked));

    await enter('nobody@example.org', 'wrong');
    const button = screen.getByRole('button', { name: 'Signing in…' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    answer.resolve();

    expect(await screen.findByRole('button', { name: 'Login' })).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('false');
    expect(asked).toHaveBeenCalledOnce();
  });

  test.each([
    ['patience', 'Waiting for approval'],
    ['gone', 'Account disabled'],
  ])('tells %s why the account is closed', async (name, reason) => {
    visit(api, '/login');

    await enter(emailOf(name), PASSWORD);

    expect((await screen.findByRole('alert')).textContent).toContain(reason);
  });

  test('counts down when there were too many attempts', async () => {
    visit(
      api,
      '/login',
      msw.post('*/api/users/login', () =>
        HttpResponse.json({ code: 'A010' }, { status: 429, headers: { 'Retry-After': '99' } }),
      ),
    );

    await enter('nobody@example.org', 'wrong');

    expect((await screen.findByRole('alert')).textContent).toMatch(/Please wait 9\d seconds/);
    const button = screen.getByRole('button', { name: 'Login' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  test('reports when the server cannot be reached', async () => {
    visit(
      api,
      '/login',
      msw.post('*/api/users/login', () => HttpResponse.error()),
    );

    await enter('nobody@example.org', 'wrong');

    expect((await screen.findByRole('alert')).textContent).toContain(
      'The server cannot be reached',
    );
  });

  test('shows the password on demand', async () => {
    visit(api, '/login');

    await userEvent.click(await screen.findByRole('button', { name: 'Show password' }));

    const password = screen.getByLabelText<HTMLInputElement>('Password', { selector: 'input' });
    expect(password.type).toBe('text');
  });

  test('changes to German at a click and remembers it', async () => {
    visit(api, '/login');

    await userEvent.click(await screen.findByRole('radio', { name: 'Deutsch' }));

    expect(await screen.findByRole('heading', { name: 'Anmelden' })).toBeTruthy();
    expect(localStorage.getItem('language')).toBe('de');
    expect(document.documentElement.lang).toBe('de');
  });

  test('returns to the previous page, with a session in the three keys of the specification', async () => {
    visit(api, '/login?from=%2Fbooks%2Foverview');

    await enter(emailOf('staff'), PASSWORD);

    expect(await screen.findByRole('heading', { level: 1, name: 'Books' }, SLOW)).toBeTruthy();
    expect(location.pathname).toBe('/books/overview');
    expect(readSession()?.user.email).toBe(emailOf('staff'));
    for (const key of ['user', 'user-token', 'user-refresh-token']) {
      expect(localStorage.getItem(key)).toBeTruthy();
    }
  });
});

describe('a guard', () => {
  test('sends a visitor to the sign-in page and remembers the requested page', () => {
    const { leaveTo } = visit(api, '/books/overview?page=2');

    expect(leaveTo).toHaveBeenCalledWith('/login?from=%2Fbooks%2Foverview%3Fpage%3D2');
  });

  test('redirects a signed-in user from the sign-in page into the app, under a loading overlay', async () => {
    await beSignedIn(api, 'staff');

    visit(api, '/login');
    const overlay = screen.getByText('Loading…').parentElement!;
    expect([overlay.role, overlay.hidden]).toEqual(['status', false]);

    await screen.findByRole('navigation', { name: 'Main menu' }, SLOW);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
    expect(overlay.hidden).toBe(true);
  });

  test('signs out every tab when one signs out', async () => {
    await beSignedIn(api, 'staff');
    const { leaveTo } = visit(api, '/books/overview');
    await screen.findByRole('navigation', { name: 'Main menu' }, SLOW);

    localStorage.removeItem('user');
    window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue: null }));

    expect(leaveTo).toHaveBeenCalledWith('/login?from=%2Fbooks%2Foverview&ended=ended');
  });

  test('leads to the sign-in page when the server has ended the session, and says why', async () => {
    await beSignedIn(api, 'staff');
    const { leaveTo } = visit(api, '/books/overview');
    await screen.findByRole('navigation', { name: 'Main menu' }, SLOW);
    const path = `/api/admin/user/${api.userId('staff')}/sessions`;
    await api.call('DELETE', path, { as: 'admin' });

    await call('/api/users/current').catch(() => undefined);

    expect(leaveTo).toHaveBeenCalledWith('/login?from=%2Fbooks%2Foverview&ended=byAdmin');
  });

  test.each([
    ['byAdmin', 'An admin has ended your session. Please sign in again.'],
    ['anything', 'Your session has ended. Please sign in again.'],
  ])('the sign-in page says why a session ended: %s', async (why, text) => {
    visit(api, `/login?from=%2Fbooks%2Foverview&ended=${why}`);

    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('says why the app cannot be loaded, and how to try again', async () => {
    await beSignedIn(api, 'staff');

    visit(
      api,
      '/books/overview',
      msw.get('*/api/config', () => HttpResponse.error()),
    );

    expect(await screen.findByText('The app could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

/** The whole app is loaded and drawn here, in a test run that shares its processors. */
const SLOW = { timeout: 30_000 };
