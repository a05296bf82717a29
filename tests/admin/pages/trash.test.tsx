import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);

beforeEach(async () => {
  await api.call('DELETE', '/api/books/trash', { as: 'admin', body: { all: true } });
  await api.call('POST', '/api/books/bulk', {
    as: 'admin',
    body: { action: 'delete', ids: (await listed()).map(({ _id }) => _id) },
  });
  await api.call('DELETE', '/api/books/trash', { as: 'admin', body: { all: true } });
});

test('a trash without records says how long they stay there', async () => {
  await openScreen(api, '/books/trash');

  await screen.findByText('The trash is empty.');
  expect(screen.queryByRole('button', { name: 'Empty trash…' })).toBeNull();
});

test('chosen records are restored, and the notice can undo that', async () => {
  await removed({ title: 'Emma', pages: 7 }, { title: 'Kim' });
  const { user } = await openScreen(api, '/books/trash');

  await user.click(await screen.findByRole('checkbox', { name: 'Select Emma' }));
  await user.click(screen.getByRole('button', { name: 'Restore 1' }));

  await screen.findByText('1 record restored');
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Emma' })).toBeNull());
  expect(await listed()).toMatchObject([{ title: 'Emma', pages: 7 }]);
});

test('a deleted record is shown as it was', async () => {
  await removed({ title: 'Emma', pages: 7, blurb: 'A story' });
  const { user } = await openScreen(api, '/books/trash');

  await user.click(await screen.findByRole('button', { name: 'Emma' }));
  const dialog = await screen.findByRole('dialog', { name: 'Emma' });

  expect(within(dialog).getByRole('group', { name: 'Blurb' }).textContent).toBe('A story');
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  await waitFor(async () => expect(await listed()).toHaveLength(1));
});

test('obstacles are listed, with an option to clear references to deleted records', async () => {
  const [author] = await addRecords(api, '/api/authors', [{ name: `Jane ${Date.now()}` }]);
  await removed(
    { title: 'Emma', author: author!._id },
    { title: 'Taken', isbn: '1-1' },
    { title: 'Free' },
  );
  await remove('authors', author!);
  await addRecords(api, '/api/books', [{ title: 'Holder', isbn: '1-1' }]);
  const { user } = await openScreen(api, '/books/trash');

  await user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
  await user.click(screen.getByRole('button', { name: 'Restore 3' }));
  const dialog = await screen.findByRole('dialog', { name: 'Restore 3 records?' });
  expect(within(dialog).getByText('1 record can be restored.')).toBeTruthy();
  const rows = within(dialog).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Taken'),
    expect.stringContaining('Emma'),
  ]);
  expect(
    within(dialog).getByRole('link', { name: 'Show the other record' }).getAttribute('href'),
  ).toContain('isbn');

  await user.click(within(dialog).getByRole('checkbox'));
  await within(dialog).findByText('2 records can be restored.');
  await user.click(within(dialog).getByRole('button', { name: 'Restore 2' }));

  await screen.findByText('1 record was not restored');
  expect((await listed()).map(({ title, author: by }) => [title, by])).toEqual([
    ['Emma', null],
    ['Free', null],
    ['Holder', null],
  ]);
});

test('a deleted reference can be restored too, and a taken value can be replaced', async () => {
  const name = `Jane ${Date.now()}`;
  const [author] = await addRecords(api, '/api/authors', [{ name }]);
  await removed({ title: 'Emma', author: author!._id }, { title: 'Taken', isbn: '1-1' });
  await remove('authors', author!);
  await addRecords(api, '/api/books', [{ title: 'Holder', isbn: '1-1' }]);
  const { user } = await openScreen(api, '/books/trash');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
  await user.click(screen.getByRole('button', { name: 'Restore 2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Restore 2 records?' });

  await user.click(within(dialog).getByRole('button', { name: `Restore ${name} too` }));
  await within(dialog).findByText('1 record can be restored.');
  await user.type(await within(dialog).findByRole('textbox', { name: /ISBN/i }), '2-2');
  await within(dialog).findByText('2 records can be restored.');
  await user.click(within(dialog).getByRole('button', { name: 'Restore 2' }));

  await screen.findByText('2 records restored');
  expect((await listed()).map(({ title, isbn }) => [title, isbn])).toEqual([
    ['Emma', null],
    ['Holder', '1-1'],
    ['Taken', '2-2'],
  ]);
});

test('a value typed right before the click is used', async () => {
  await removed({ title: 'Free' }, { title: 'Taken', isbn: '1-1' });
  await addRecords(api, '/api/books', [{ title: 'Holder', isbn: '1-1' }]);
  const { user } = await openScreen(api, '/books/trash');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
  await user.click(screen.getByRole('button', { name: 'Restore 2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Restore 2 records?' });
  const isbn = await within(dialog).findByRole('textbox', { name: /ISBN/i });
  const restore = within(dialog).getByRole('button', { name: 'Restore 1' });

  fireEvent.change(isbn, { target: { value: '2-2' } });
  fireEvent.click(restore);

  await screen.findByText('2 records restored');
  expect((await listed()).map(({ isbn: own }) => own)).toEqual([null, '1-1', '2-2']);
});

test('records are permanently deleted only after consent, one or all', async () => {
  await removed({ title: 'Emma' }, { title: 'Kim' }, { title: 'Ulysses' });
  const { user } = await openScreen(api, '/books/trash');

  await user.click(await screen.findByRole('checkbox', { name: 'Select Emma' }));
  await user.click(screen.getByRole('button', { name: 'Delete for good…' }));
  const one = await screen.findByRole('dialog', { name: 'Delete 1 record for good?' });
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.click(within(one).getByRole('button', { name: 'Delete for good' }));
  await screen.findByText('1 record deleted for good');
  await user.click(screen.getByRole('button', { name: 'Empty trash…' }));
  const all = await screen.findByRole('dialog', { name: 'Empty the trash?' });
  // Counted again, now without the first one.
  await within(all).findByText(/^2 records are deleted for good/);
  await user.click(within(all).getByRole('button', { name: 'Delete for good' }));

  await screen.findByText(/^The trash is empty/);
});

test('a role without the right to delete has no trash', async () => {
  await openScreen(api, '/books/trash', { as: 'viewer' });

  await screen.findByRole('heading', { level: 2, name: 'Access denied' });
  expect(screen.queryByRole('button', { name: 'Trash' })).toBeNull();
});

test('deleting says that the record moves to the trash', async () => {
  const [book] = await addRecords(api, '/api/books', [{ title: 'Emma' }]);
  const { user } = await openScreen(api, `/books/details/${book!._id}`);

  await user.click(await screen.findByRole('button', { name: 'Delete' }));

  const dialog = await screen.findByRole('dialog');
  const said = 'The record moves to the trash, where it can be restored for 30 days.';
  expect(within(dialog).getByText(said)).toBeTruthy();
});

async function listed(): Promise<Record<string, any>[]> {
  const { json } = await api.call('GET', '/api/books?_sort=title&_perPage=100', { as: 'admin' });
  return json.data;
}

async function remove(root: string, { _id }: Record<string, any>): Promise<void> {
  const headers = { 'If-Match': '*' };
  await api.call('DELETE', `/api/${root}/${_id}`, { as: 'admin', headers });
}

async function removed(...bodies: Record<string, unknown>[]): Promise<void> {
  for (const book of await addRecords(api, '/api/books', bodies)) await remove('books', book);
}
