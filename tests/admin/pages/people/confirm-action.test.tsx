import { expect, test } from 'vitest';
import { emailOf } from '../../../support/api.ts';
import { firstInstallation } from '../../../support/first-installation.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { lastLink, register } from '../../../support/people.ts';
import { openScreen, screen, within } from '../../../support/screen.tsx';

const api = await openScreensOf(firstInstallation);
for (const name of ['una', 'una2', 'pia']) await register(api, name);
const { id, token } = await lastLink(api, 'pia');
await api.call('POST', '/api/users/proveemail', { body: { id, token } });
for (const status of ['disabled', 'invited']) await api.addUser(status, 'viewer', status);

const waiting = `/users/overview?filter=${encodeURIComponent('{"status":"pending"}')}`;
const statusOf = async (name: string) => {
  const { json } = await api.call('GET', `/api/users?name=${name}`, { as: 'admin' });
  return json.data[0];
};

test.each([
  [
    'en',
    'admin',
    'Approve',
    (name: string) => `Select ${name}`,
    /^Not confirmed: .*Approve only if/,
  ],
  ['de', 'dev', 'Freigeben', (name: string) => `${name} auswählen`, /^Nicht bestätigt: /],
] as const)(
  'confirming in the list warns in %s of unconfirmed addresses, and of no others',
  async (language, as, confirm, select, warning) => {
    const { user } = await openScreen(api, waiting, { as, language });
    for (const name of ['una', 'pia'])
      await user.click(await screen.findByRole('checkbox', { name: select(name) }));
    await user.click(await screen.findByRole('button', { name: confirm }));

    const said = (await screen.findByRole('alert')).textContent;

    expect(said).toMatch(warning);
    expect(said).toContain(emailOf('una'));
    expect(said).not.toContain(emailOf('pia'));
    expect(said).not.toContain(emailOf('una2'));
  },
);

test('confirming a whole list checks all of it for unconfirmed addresses', async () => {
  const { user } = await openScreen(api, `${waiting}&perPage=1`);
  await user.click(await screen.findByRole('checkbox', { name: /^Select all/ }));
  await user.click(await screen.findByRole('button', { name: 'Select all 3' }));
  await user.click(screen.getByRole('button', { name: 'Approve' }));

  const said = (await screen.findByRole('alert')).textContent;

  expect(said).toContain(emailOf('una'));
  expect(said).toContain(emailOf('una2'));
  expect(said).not.toContain(emailOf('pia'));
});

test('confirming on the page of a user warns too, and continues', async () => {
  const { _id } = await statusOf('una2');
  const { user } = await openScreen(api, `/users/details/${_id}`);
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve' }));
  expect((await dialog.findByRole('alert')).textContent).toContain(emailOf('una2'));

  await user.click(dialog.getByRole('button', { name: 'Approve' }));

  await screen.findByText('Approve: done');
  expect((await statusOf('una2')).status).toBe('confirmed');
});

test.each([
  ['pia', ['Approve', 'Reject', 'Disable', 'Change role']],
  ['invited', ['Disable', 'Change role']],
  ['viewer', ['Disable', 'Change role']],
  ['disabled', ['Enable', 'Change role']],
])('the page of %s offers possible actions, and none that always fails', async (name, offered) => {
  const { _id } = await statusOf(name);
  await openScreen(api, `/users/details/${_id}`);
  await screen.findByRole('button', { name: 'Change role' });

  const all = ['Approve', 'Reject', 'Disable', 'Enable', 'Change role'];
  const isOffered = (label: string) =>
    screen.getByRole('button', { name: label }).getAttribute('aria-disabled') !== 'true';
  expect(all.filter(isOffered)).toEqual(offered);
});
