import { screen, waitFor } from '@testing-library/react';
import { http as msw, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { hashSecret } from '../../../src/api/http/key-text.ts';
import { saveToken } from '../../../src/store/system/accounts/tokens.ts';
import { emailOf } from '../../support/api.ts';
import { lastLink, register } from '../../support/people.ts';
import { screenLibrary } from '../../support/screen-library.ts';
import { input, openVisitsOf, visit } from '../../support/visitor.ts';

const api = await openVisitsOf(screenLibrary);

describe('a forgotten password', () => {
  test('reports success for an unknown address too, and returns to the login page', async () => {
    const { user } = visit(api, '/login?from=%2Fbooks%2Foverview');
    await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    await screen.findByRole('heading', { level: 1, name: 'Forgot password' });
    await user.type(await input('Email'), 'nobody@example.org');

    await user.click(screen.getByRole('button', { name: 'Send' }));

    expect((await screen.findByRole('alert')).textContent).toContain(
      'Reset password email successPlease check your email inbox and confirm resetting your password.',
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeTruthy();
    expect(location.pathname + location.search).toBe('/login?from=%2Fbooks%2Foverview');
  });

  test('says when the request fails, and counts down after too many requests', async () => {
    const { user } = visit(
      api,
      '/forgotPassword',
      msw.post('*/api/users/forgotpassword', () =>
        HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '42' } }),
      ),
    );
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

describe('the email address of a registration', () => {
  const open = async (name: string, token?: string) => {
    await register(api, name);
    const link = await lastLink(api, name);
    const { user } = visit(api, `/confirmemail/${link.id}/${token ?? link.token}`);
    return user;
  };
  const isProven = async (name: string) => {
    const { json } = await api.call('GET', '/api/admin/overview', { as: 'admin' });
    return json.requests.data.find((each: { name: string }) => each.name === name).emailProven;
  };

  test('is confirmed by a button on the page of the emailed link, not by opening the page', async () => {
    const user = await open('prover');
    const button = await screen.findByRole('button', { name: 'Confirm my address' });
    expect(await isProven('prover')).toBe(false);

    await user.click(button);

    const heading = await screen.findByRole('heading', { level: 1, name: 'Address confirmed' });
    expect(document.activeElement).toBe(heading);
    await waitFor(() => expect(document.title).toMatch(/^Address confirmed ·/));
    expect(await isProven('prover')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Confirm my address' })).toBeNull();
  });

  test('is not confirmed by a wrong link, and the page says what to do', async () => {
    const user = await open('guesser', 'x'.repeat(43));

    await user.click(await screen.findByRole('button', { name: 'Confirm my address' }));

    expect((await screen.findByRole('alert')).textContent).toContain(
      'Confirmation failedThe link is invalid or has expired.',
    );
    expect(await isProven('guesser')).toBe(false);
  });
});

describe('a new password', () => {
  test('is set through the emailed link, and the user can log in with it', async () => {
    await api.addUser('forgetful', 'viewer');
    const body = { email: emailOf('forgetful') };
    await api.call('POST', '/api/users/forgotpassword', { body });
    const { rows } = await api.database.query<{ token: string }>(
      `select token from backoffice.outbox where kind = 'passwordReset'`,
    );
    const { user } = visit(api, `/resetpassword/${api.userId('forgetful')}/${rows[0]!.token}`);
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

  test('has its own wording for an invited user', async () => {
    await api.addUser('invited', 'viewer', 'invited');
    const hash = hashSecret('welcome-token');
    await saveToken(api.database, api.userId('invited'), 'invitation', hash);
    const { user } = visit(api, `/resetpassword/${api.userId('invited')}/welcome-token#welcome`);
    expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeTruthy();
    expect(screen.queryByText(/signed out/)).toBeNull();
    await user.type(await input('Password'), 'seven green bicycles');

    await user.click(screen.getByRole('button', { name: 'Open account' }));

    expect((await screen.findByRole('alert')).textContent).toContain('Your account is ready');
  });

  test('is rejected with an expired link in the wording of the specification, and another can be requested', async () => {
    const { user } = visit(api, '/resetpassword/somebody/spent');
    await user.type(await input('New password'), 'seven green bicycles');

    await user.click(screen.getByRole('button', { name: 'Reset password' }));

    expect((await screen.findByRole('alert')).textContent).toContain(
      'Reset password failedToken is invalid. Please try again.',
    );
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
      '/forgotPassword',
    );
  });

  test('is rejected as too easy before anything is sent', async () => {
    const { user } = visit(api, '/resetpassword/somebody/token');
    await user.type(await input('New password'), 'password1');

    await user.click(screen.getByRole('button', { name: 'Reset password' }));

    expect(await screen.findByText(/Too easy to guess/)).toBeTruthy();
  });
});
