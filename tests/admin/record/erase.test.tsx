import { expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);

test('an admin erases a value on the history tab, after consent', async () => {
  const { url, path } = await changedBook();
  const { user } = await openScreen(api, path);

  const history = await screen.findByRole('region', { name: 'History' });
  await within(history).findByText('a private remark');
  await user.click(within(history).getByRole('button', { name: 'Erase from history…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Erase from history' });
  const erase = within(dialog).getByRole('button', { name: 'Erase' });
  expect(erase).toHaveProperty('disabled', true);
  await user.click(within(dialog).getByRole('combobox', { name: 'Fields' }));
  await user.click(await screen.findByRole('option', { name: 'Blurb' }));
  expect(erase).toHaveProperty('disabled', true);
  await user.click(within(dialog).getByRole('checkbox', { name: /cannot be undone/ }));
  await user.click(erase);

  await screen.findByText(/^Erased from/);
  await waitFor(() => expect(within(history).queryByText('a private remark')).toBeNull());
  const { text } = await api.call('GET', `${url}/history`, { as: 'admin' });
  expect(text).not.toContain('a private remark');
});

async function changedBook() {
  const [book] = await addRecords(api, '/api/books', [
    { title: `Emma ${Date.now()}`, blurb: 'a private remark' },
  ]);
  const url = `/api/books/${book!._id}`;
  const headers = { 'If-Match': '*' };
  await api.call('PATCH', url, { as: 'admin', headers, body: { blurb: 'nothing' } });
  return { url, path: `/books/details/${book!._id}?tab=history` };
}
