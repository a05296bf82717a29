import { describe, expect, test } from 'vitest';
import { setLanguage } from '../../../../src/admin/messages/language.ts';
import { applyPreferences } from '../../../../src/admin/pages/profile/apply-preferences.ts';
import { hashPassword } from '../../../../src/api/accounts/password-hash.ts';
import { setPassword } from '../../../../src/store/system/accounts/credentials.ts';
import { emailOf, PASSWORD, signIn } from '../../../support/api.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { screenLibrary } from '../../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const api = await openScreensOf(screenLibrary, {
  clear: () => {
    setLanguage('en');
  },
});

const page = '/users/myprofile';
const current = async (name: string) =>
  (await api.call('GET', '/api/users/current', { as: name })).json;
const part = async (name: string) =>
  within((await screen.findByRole('heading', { level: 2, name })).closest('section')!);

test('changes name and organisation of the user, and the name in the frame', async () => {
  const { user } = await openScreen(api, page, { as: 'viewer' });
  const details = await part('Your details');
  const name = details.getByRole('textbox', { name: 'Name' });

  await user.clear(name);
  await user.type(name, 'Vera View');
  await user.type(details.getByRole('textbox', { name: 'Organisation' }), 'Sight Ltd');
  await user.click(details.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(await current('viewer')).toMatchObject({ name: 'Vera View', organisation: 'Sight Ltd' });
  const menu = screen.getByRole('complementary', { name: 'Sidebar' });
  await waitFor(() => expect(within(menu).getByText('Vera View')).toBeTruthy());
});

test('shows until when a generated password works, also on the first page, until it is changed', async () => {
  const { _id } = await api.addUser('fresh', 'viewer');
  await setPassword(api.database, _id, await hashPassword(PASSWORD), { isGenerated: true });
  const first = await openScreen(api, '/dashboard', { as: 'fresh' });

  await first.user.click(await screen.findByRole('link', { name: 'Choose a password' }));
  const password = await part('Password');
  expect(password.getByRole('alert').textContent).toContain('Choose your own before');

  await first.user.type(
    password.getByLabelText(/^Current password/, { selector: 'input' }),
    PASSWORD,
  );
  await first.user.type(
    password.getByLabelText(/^New password/, { selector: 'input' }),
    'nine quiet lakes behind',
  );
  await first.user.click(password.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(password.queryByRole('alert')).toBeNull());
});

test('has the choice for each kind of entry whether it is mailed, and says why no mails arrive', async () => {
  await api.database.query(
    `insert into backoffice.outbox (id, kind, to_address, language, data, state, ended_at)
     values ('gone', 'approved', $1, 'en', '{}', 'parked', now())`,
    [emailOf('viewer')],
  );
  const { user } = await openScreen(api, '/inbox', { as: 'viewer' });
  await user.click(await screen.findByRole('link', { name: 'Choose emails' }));
  const mails = await part('Emails about the inbox');
  const mention = mails.getByRole('combobox', { name: 'Someone mentions me' });
  await user.selectOptions(mention, 'Never');

  await waitFor(async () =>
    expect((await current('viewer')).inboxMails).toMatchObject({ mention: 'never' }),
  );
  expect(mails.getByRole('alert').textContent).toMatch(/viewer@example.org could not be delivered/);
  await api.database.query('delete from backoffice.outbox');
});

test('shows errors at their fields, and keeps the input', async () => {
  const { user, calls } = await openScreen(api, page, { as: 'staff' });
  const details = await part('Your details');
  const name = details.getByRole('textbox', { name: 'Name' });

  await user.clear(name);
  await user.type(details.getByRole('textbox', { name: 'Organisation' }), 'Kept Ltd');
  await user.click(details.getByRole('button', { name: 'Save' }));

  expect(await details.findByText('Is required')).toBeTruthy();
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(details.getByDisplayValue('Kept Ltd')).toBeTruthy();
  expect(calls().filter((call) => call.startsWith('PUT'))).toEqual([]);
});

test('opens from the user block', async () => {
  const { user, address } = await openScreen(api, '/dashboard', { as: 'staff' });

  await user.click(await screen.findByRole('link', { name: 'My Profile' }));

  await waitFor(() => expect(address()).toBe(page));
  expect(await screen.findByRole('heading', { level: 1, name: 'My Profile' })).toBeTruthy();
});

describe('the password', () => {
  test('is changed with the current one, and an error is shown at its field', async () => {
    await api.addUser('changer', 'viewer');
    const { user } = await openScreen(api, page, { as: 'changer' });
    const form = await part('Password');
    const old = form.getByLabelText(/^Current password/, { selector: 'input' });
    const next = form.getByLabelText(/^New password/, { selector: 'input' });

    await user.type(old, 'not my password');
    await user.type(next, 'seven green bicycles');
    expect((await form.findByRole('meter')).getAttribute('aria-valuetext')).toMatch(/strong/);
    await user.click(form.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(old.getAttribute('aria-invalid')).toBe('true'));
    await user.clear(old);
    await user.type(old, PASSWORD);
    await user.click(form.getByRole('button', { name: 'Change password' }));

    expect(await screen.findByText('The password has been changed')).toBeTruthy();
    const body = { email: emailOf('changer'), password: 'seven green bicycles' };
    expect((await api.call('POST', '/api/users/login', { body })).status).toBe(200);
  });

  test('is refused before it is sent if it is easy to guess', async () => {
    const { user, calls } = await openScreen(api, page, { as: 'staff' });
    const form = await part('Password');

    await user.type(form.getByLabelText(/^Current password/, { selector: 'input' }), PASSWORD);
    await user.type(form.getByLabelText(/^New password/, { selector: 'input' }), 'password1');
    await user.click(form.getByRole('button', { name: 'Change password' }));

    await waitFor(() =>
      expect(
        form.getByLabelText(/^New password/, { selector: 'input' }).getAttribute('aria-invalid'),
      ).toBe('true'),
    );
    expect(calls().filter((call) => call.startsWith('PUT'))).toEqual([]);
  });
});

test('lists the sessions of the user, and ends one or all others', async () => {
  await api.addUser('traveller', 'viewer');
  const headers = {
    'User-Agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  for (const address of ['10.1.1.1', '10.1.1.2', '10.1.1.3'])
    await signIn(api, 'traveller', { headers, address });
  const { user } = await openScreen(api, page, { as: 'traveller' });
  const sessions = () => within(screen.getByRole('table', { name: 'Where you are signed in' }));
  await screen.findByText('10.1.1.1');
  expect(sessions().getAllByText(/Firefox on Windows/)).toHaveLength(3);
  expect(sessions().getAllByText('this device')).toHaveLength(1);

  await user.click(within(sessions().getByText('10.1.1.1').closest('tr')!).getByRole('button'));
  await waitFor(() => expect(sessions().queryByText('10.1.1.1')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'End other sessions' }));

  await waitFor(() => expect(sessions().getAllByRole('row')).toHaveLength(2));
  expect(sessions().getByText('this device')).toBeTruthy();
});

test('lists failed sign-in attempts', async () => {
  const wrong = { email: emailOf('viewer'), password: 'not this one' };
  await api.call('POST', '/api/users/login', { body: wrong, address: '192.0.2.7' });

  await openScreen(api, page, { as: 'viewer' });

  const table = within(await screen.findByRole('table', { name: /^Failed sign-ins/ }));
  expect(table.getByRole('cell', { name: '192.0.2.7' })).toBeTruthy();
});

test('stores language and appearance in the account, for the next browser', async () => {
  const { user } = await openScreen(api, page, { as: 'dev' });
  const form = await part('Language and appearance');

  await user.selectOptions(form.getByRole('combobox', { name: 'Appearance' }), 'dark');
  await user.selectOptions(form.getByRole('combobox', { name: 'Language' }), 'de');

  await screen.findByRole('heading', { level: 2, name: 'Sprache und Darstellung' });
  await waitFor(async () =>
    expect(await current('dev')).toMatchObject({ language: 'de', theme: 'dark' }),
  );
  localStorage.clear();
  setLanguage('en');
  await applyPreferences(await current('dev'), ['en', 'de']);
  expect(localStorage.getItem('language')).toBe('de');
  expect(document.documentElement.dataset['theme']).toBe('dark');
});

test('offers an export of the data stored about the user', async () => {
  const { user, calls } = await openScreen(api, page, { as: 'viewer' });
  const data = await part('Your data');

  await user.click(data.getByRole('button', { name: 'Export data' }));

  await waitFor(() => expect(calls()).toContain('GET /api/users/current/data'));
});
