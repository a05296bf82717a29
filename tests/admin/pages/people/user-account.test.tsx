import { expect, test } from 'vitest';
import { emailOf, signIn } from '../../../support/api.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { allMailsTo } from '../../../support/people.ts';
import { toDescriptor } from '../../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../../support/library.ts';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

/** With an action on users. */
function library() {
  const source = structuredClone(librarySource);
  const suspend = { name: 'suspend', method: 'PUT', path: '/api/admin/user/{_id}/disable' };
  Object.assign(source.resources.users, { actions: [suspend] });
  return toDescriptor(source);
}

const api = await openScreensOf(library);
for (const name of ['una', 'uwe']) await api.addUser(name, 'viewer');

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const enter = (name: string, agent = firefox) =>
  signIn(api, name, { headers: { 'User-Agent': agent } });
const page = (name: string) => `/users/details/${api.userId(name)}#account`;
const isOpen = async (token: string) =>
  (await api.call('GET', '/api/users/current', { token })).status === 200;

test('an admin ends one session of a user, then all, and mails a link to set a new password', async () => {
  const tokens = [];
  for (const agent of [firefox, 'curl/8', 'python-requests/2'])
    tokens.push((await enter('una', agent)).json.token);
  const { user } = await openScreen(api, page('una'), { as: 'admin' });

  await user.click(
    await screen.findByRole('button', { name: 'End the session: Firefox on Linux' }),
  );
  expect(await screen.findByText('The session has been ended')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull());
  expect(await Promise.all(tokens.map(isOpen))).toEqual([false, true, true]);

  await user.click(screen.getByRole('button', { name: 'End all sessions' }));
  const dialog = await screen.findByRole('dialog', { name: 'End all sessions?' });
  await user.click(within(dialog).getByRole('button', { name: 'End all sessions' }));
  expect(await screen.findByText('Not signed in anywhere.')).toBeTruthy();
  expect(await Promise.all(tokens.map(isOpen))).toEqual([false, false, false]);

  await user.click(screen.getByRole('button', { name: 'Send reset link' }));
  const sent = `A link to set a new password is on its way to ${emailOf('una')}`;
  expect(await screen.findByText(sent)).toBeTruthy();
  expect((await allMailsTo(api, emailOf('una'))).at(-1)?.kind).toBe('passwordReset');
});

test('an admin anonymises a user after typing the address and a reason', async () => {
  await api.addUser('Vera Gone', 'viewer');
  const { user } = await openScreen(api, page('Vera Gone'), { as: 'admin' });
  expect(await screen.findByRole('button', { name: 'Suspend' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Anonymise…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Anonymise Vera Gone?' }));
  const action = dialog.getByRole('button', { name: 'Anonymise for good' });

  await user.type(dialog.getByRole('textbox', { name: /^Consent or reason/ }), 'By letter');
  expect(action).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('textbox', { name: /to confirm/ }), emailOf('Vera Gone'));
  await user.click(action);

  expect(await screen.findByText(/^The user is now Former user [0-9a-f]{8}$/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Vera Gone')).toBeNull());
  const { json } = await api.call('GET', `/api/users/${api.userId('Vera Gone')}`, { as: 'admin' });
  expect(json.status).toBe('disabled');
  await waitFor(() => {
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toContain('Delete');
    for (const name of ['Edit', 'Suspend', 'Anonymise…']) expect(names).not.toContain(name);
  });
});

test('the page of a user is shown in German', async () => {
  await enter('uwe');
  await openScreen(api, page('uwe'), { as: 'admin', language: 'de' });
  expect(await screen.findByRole('button', { name: 'Alle Sitzungen beenden' })).toBeTruthy();
});

test('only admins see it', async () => {
  await openScreen(api, page('uwe'), { as: 'staff' });
  expect((await screen.findAllByText('uwe')).length).toBeGreaterThan(0);
  expect(screen.queryByText('Account')).toBeNull();
});
