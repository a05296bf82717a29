import { expect, onTestFinished, test } from 'vitest';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import type { DescriptorSource } from '../../../../src/descriptor/settings/descriptor-settings.ts';
import { toDescriptor } from '../../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../../support/library.ts';
import { openScreen, openSection, screen, waitFor, within } from '../../../support/screen.tsx';

const source = structuredClone(librarySource) as DescriptorSource;
source.resources['users']!.fields['isService'] = { type: 'boolean', readOnly: true };

const api = await openScreensOf(() => toDescriptor(source));

test('a user makes a key for one collection, sees it once, and revokes it', async () => {
  const { user } = await openScreen(api, '/users/myprofile', { as: 'staff' });
  const part = await screen.findByRole('region', { name: 'API keys' });
  await user.click(await within(part).findByRole('button', { name: 'New key' }));

  const form = await screen.findByRole('dialog', { name: 'New API key' });
  await user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Report');
  await user.selectOptions(within(form).getByRole('combobox', { name: 'Collection' }), 'books');
  const rights = within(within(form).getByRole('group', { name: 'Books' }));
  await user.click(rights.getByRole('checkbox', { name: 'create' }));
  await user.click(rights.getByRole('combobox', { name: 'Fields' }));
  await user.click(await screen.findByRole('option', { name: 'Title' }));
  await user.click(within(form).getByRole('button', { name: 'Create key' }));

  const shown = await screen.findByRole('dialog', { name: 'Your new key' });
  const text = within(shown).getByRole<HTMLInputElement>('textbox', { name: 'Key' }).value;
  expect(text).toMatch(/^bo_\w{36}$/);
  const made = await api.call('POST', '/api/books', { token: text, body: { title: 'One' } });
  expect([made.status, Object.keys(made.json)]).toEqual([
    201,
    expect.not.arrayContaining(['isbn']),
  ]);
  await user.click(within(shown).getByRole('button', { name: 'Done' }));

  const row = await screen.findByRole('row', { name: /Report/ });
  expect(row.textContent).toContain('Books: list, read, create');
  await user.click(within(row).getByRole('button', { name: 'Revoke Report' }));
  const asked = await screen.findByRole('dialog', { name: 'Revoke “Report”?' });
  await user.click(within(asked).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('The key was revoked.')).toBeTruthy();
  expect((await api.call('GET', '/api/books', { token: text })).json.code).toBe('A035');
});

test('the table shows that a key is revoked, though the dialog was closed before the answer', async () => {
  const body = { name: 'Old report', collections: { '*': { operations: ['list'] } } };
  const made = await api.call('POST', '/api/keys', { as: 'staff', body });
  expect(made.status).toBe(201);
  const { user } = await openScreen(api, '/users/myprofile', { as: 'staff' });
  const { fetch } = globalThis;
  const released = Promise.withResolvers<void>();
  onTestFinished(() => void (globalThis.fetch = fetch));
  globalThis.fetch = async (...request) => {
    if (request[1]?.method === 'DELETE') await released.promise;
    return fetch(...request);
  };

  await user.click(await screen.findByRole('button', { name: 'Revoke Old report' }));
  const asked = await screen.findByRole('dialog', { name: 'Revoke “Old report”?' });
  await user.click(within(asked).getByRole('button', { name: 'Revoke' }));
  await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  released.resolve();

  await screen.findByText('The key was revoked.');
  const revoke = () => screen.queryByRole('button', { name: 'Revoke Old report' });
  await waitFor(() => expect(revoke()).toBeNull());
});

test('an admin makes a key for a service account on its page', async () => {
  const body = { name: 'Lab robot', role: 'staff' };
  const { json } = await api.call('POST', '/api/admin/service-accounts', { as: 'admin', body });
  const { user } = await openScreen(api, `/users/details/${json._id}`, { as: 'admin' });

  await openSection(user, 'API keys');
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const form = await screen.findByRole('dialog', { name: 'New API key' });
  await user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Lab');
  await user.click(within(form).getByRole('button', { name: 'Create key' }));

  expect(await screen.findByRole('dialog', { name: 'Your new key' })).toBeTruthy();
  const { json: keys } = await api.call('GET', `/api/keys?owner=${json._id}`, { as: 'admin' });
  expect(keys.data).toMatchObject([{ name: 'Lab', owner: { _id: json._id, isService: true } }]);
});
