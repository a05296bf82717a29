import { openVisitsOf, visit } from '../../support/visitor.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { call } from '../../../src/admin/client/http.ts';
import { isLocked, lock } from '../../../src/admin/client/account/lock.ts';
import { askProof } from '../../../src/admin/client/account/proof.ts';
import { saveSession, LOCK_KEY, readSession } from '../../../src/admin/client/account/session.ts';
import { addPageStyle } from '../../support/page-style.ts';
import { PASSWORD, signIn } from '../../support/api.ts';
import { screenLibrary } from '../../support/screen-library.ts';

const api = await openVisitsOf(screenLibrary);
afterEach(() => {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: LOCK_KEY }));
});

/** Opens an address as the browser does that somebody has signed in with. */
async function visitSignedIn(path: string): Promise<ReturnType<typeof visit>> {
  if (readSession() === undefined) saveSession((await signIn(api, 'staff')).json);
  return visit(api, path);
}

const passwordField = () => screen.findByLabelText('Password', { selector: 'input' });

test('the lock opens with the password alone, and keeps the input', async () => {
  const { user } = await visitSignedIn('/books/create');
  await user.type(await screen.findByLabelText(/^Title/), 'Half a thought');

  act(lock);
  await user.type(await passwordField(), 'not it{Enter}');
  expect(await screen.findByText('Incorrect password.')).toBeTruthy();
  expect(document.documentElement.dataset).toHaveProperty('locked');
  await user.clear(await passwordField());
  await user.type(await passwordField(), `${PASSWORD}{Enter}`);

  await waitFor(() => expect(document.getElementById('lock')).toBeNull());
  expect(document.documentElement.dataset).not.toHaveProperty('locked');
  expect(screen.getByDisplayValue('Half a thought')).toBe(document.activeElement);
});

test('the lock hides the page behind it from eyes, keys and screen readers', async () => {
  onTestFinished(addPageStyle());
  const { user } = await visitSignedIn('/books/create');
  await user.type(await screen.findByLabelText(/^Title/), 'Half a thought');
  const title = () => screen.queryByRole('textbox', { name: /^Title/ });
  expect(title()).not.toBeNull();

  act(lock);
  await passwordField();
  const late = document.createElement('div');
  late.role = 'dialog';
  document.body.append(late);

  expect(title()).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getAllByRole('textbox', { hidden: true }).length).toBeGreaterThan(0);
  for (let press = 0; press < 5; press++) {
    await user.tab();
    expect(document.activeElement?.closest('#root')).toBeNull();
  }
  await user.type(await passwordField(), `${PASSWORD}{Enter}`);
  await waitFor(() => expect(title()).toHaveProperty('value', 'Half a thought'));
});

test('a proof is requested in a dialog over the page, which stays visible with the input', async () => {
  const { user } = await visitSignedIn('/books/create');
  const title = await screen.findByLabelText(/^Title/);
  await user.type(title, 'Half a thought');

  const proof = askProof();
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  expect(document.documentElement.dataset).not.toHaveProperty('locked');
  expect(title.closest('[inert]')).not.toBeNull();
  const password = within(dialog).getByLabelText('Password', { selector: 'input' });
  await user.type(password, `${PASSWORD}{Enter}`);

  expect(await proof).toBe(true);
  await waitFor(() => expect(title.closest('[inert]')).toBeNull());
  expect(title).toHaveProperty('value', 'Half a thought');
});

test('the lock delays every call until it is opened, and repeats one that the server refused', async () => {
  const { calls } = await visitSignedIn('/dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  // As if locked at another tab a moment ago: this one finds out from the server.
  await api.call('POST', '/api/users/current/lock', { token: readSession()!.token });

  const answer = call('/api/books');
  await passwordField();
  const later = call('/api/authors');
  calls();
  await userEvent.type(await passwordField(), `${PASSWORD}{Enter}`);

  expect((await answer).status).toBe(200);
  expect((await later).status).toBe(200);
  expect(calls()[0]).toBe('POST /api/users/current/unlock');
});

test('the lock stays after a reload, and loads only the ways to unlock', async () => {
  saveSession((await signIn(api, 'staff')).json);
  localStorage.setItem(LOCK_KEY, 'yes');
  const { calls } = await visitSignedIn('/books/overview');

  await passwordField();
  expect(calls().filter((each) => !each.endsWith('/lock'))).toEqual([
    'GET /api/users/current/proof',
  ]);
  await userEvent.type(await passwordField(), `${PASSWORD}{Enter}`);

  expect(await screen.findByRole('heading', { level: 1, name: 'Books' })).toBeTruthy();
});

test('opens at /lock, in front of the dashboard', async () => {
  await visitSignedIn('/lock');

  expect(await screen.findByRole('heading', { name: 'Screen locked' })).toBeTruthy();
  expect(location.pathname).toBe('/dashboard');
  expect(isLocked()).toBe(true);
});

test('the lock lets the user sign out instead', async () => {
  await visitSignedIn('/lock');

  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));

  await waitFor(() => expect(readSession()).toBeUndefined());
  expect(isLocked()).toBe(false);
});
