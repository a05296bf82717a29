import { beforeEach, expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import {
  closeScreen,
  gridCell,
  openScreen,
  openSection,
  screen,
  waitFor,
  within,
} from '../../support/screen.tsx';

let books: Record<string, any>[];

const api = await openScreensOf(screenLibrary);

beforeEach(async () => {
  sessionStorage.clear();
  const ids = (await listed()).map(({ _id }) => _id);
  await api.call('POST', '/api/books/bulk', { as: 'admin', body: { action: 'delete', ids } });
  books = await addRecords(api, '/api/books', [
    { title: 'Book A', pages: 1 },
    { title: 'Book B', pages: 2 },
  ]);
});

test('deleted records are restored from the notice, or by Ctrl+Z in the list', async () => {
  const { user } = await openScreen(api, '/books/overview');
  await gridCell('Book A');

  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await deleteChosen(user, 'Delete 2 records?');
  // The dialog offers it too, for the moment until it closes.
  await screen.findByText('2 records deleted');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('2 records restored');
  expect(await listed()).toHaveLength(2);

  await gridCell('Book A');
  await user.click(screen.getByRole('checkbox', { name: 'Select Book A' }));
  await deleteChosen(user, 'Delete 1 record?');
  await screen.findByText('1 record deleted');
  await user.keyboard('{Control>}z{/Control}');

  await waitFor(async () => expect(await listed()).toHaveLength(2));
});

test('a bulk edit is undone from its result; later changes are shown, then overwritten', async () => {
  const { user } = await openScreen(api, '/books/overview');
  await gridCell('Book A');

  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const edit = await screen.findByRole('dialog', { name: 'Edit 2 records' });
  await user.click(await screen.findByRole('option', { name: 'Pages' }));
  await user.type(await within(edit).findByRole('spinbutton', { name: /Pages/ }), '7');
  await user.click(within(edit).getByRole('button', { name: 'Change 2 records' }));
  await within(edit).findByText('Operation lead to the following results');
  const url = `/api/books/${books[1]!['_id']}`;
  const headers = { 'If-Match': '*' };
  await api.call('PATCH', url, { as: 'admin', headers, body: { pages: 8 } });
  await user.click(within(edit).getByRole('button', { name: 'Undo' }));

  await screen.findByText('1 restored, 1 was changed since');
  expect((await listed()).map(({ pages }) => pages)).toEqual([1, 8]);
  await user.click(screen.getByRole('button', { name: 'Show them' }));
  const left = await screen.findByRole('dialog', { name: 'Changes undone in part' });
  await within(left).findByText('Book B');
  await user.click(within(left).getByRole('button', { name: 'Overwrite them too' }));

  await screen.findByText('1 record restored');
  expect((await listed()).map(({ pages }) => pages)).toEqual([1, 2]);
});

test('the page of recent changes shows a set with its records, and undoes it after a confirmation', async () => {
  await api.call('POST', '/api/books/bulk', {
    as: 'admin',
    body: { action: 'update', ids: books.map(({ _id }) => _id), data: { pages: 9 } },
  });
  const { user } = await openScreen(api, '/changes?way=bulk');

  const [first] = await screen.findAllByRole('button', { name: /^Show records/ });
  const row = first!.closest('tr')!;
  within(row).getByText('2 changed');
  within(row).getByText('Pages');
  await user.click(first!);
  const records = await screen.findByRole('dialog', { name: 'Changed records' });
  expect((await within(records).findByRole('link', { name: 'Book A' })).getAttribute('href')).toBe(
    `/books/details/${books[0]!['_id']}#history`,
  );
  await user.click(within(records).getByRole('button', { name: 'Close' }));
  await user.click(screen.getAllByRole('button', { name: /^Undo the change of/ })[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Undo these changes?' });
  within(dialog).getByText('2 changed records get their old values');
  await user.click(within(dialog).getByRole('button', { name: 'Undo' }));

  await screen.findByText('2 records restored');
  expect((await listed()).map(({ pages }) => pages)).toEqual([1, 2]);
});

test('a partly undone set can be undone further', async () => {
  const ids = books.map(({ _id }) => _id);
  const body = { action: 'update', ids, data: { pages: 9 } };
  const { headers } = await api.call('POST', '/api/books/bulk', { as: 'admin', body });
  const patch = async (pages: number): Promise<unknown> =>
    api.call('PATCH', `/api/books/${ids[1]}`, {
      as: 'admin',
      headers: { 'If-Match': '*' },
      body: { pages },
    });
  await patch(8);
  const set = headers.get('Change-Set');
  await api.call('POST', `/api/changes/${set}/undo`, { as: 'admin', body: {} });
  await patch(9);
  const { user } = await openScreen(api, '/changes?way=bulk');

  await screen.findByText('Partly undone');
  await user.click(screen.getAllByRole('button', { name: /^Undo the change of/ })[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Undo these changes?' });
  await user.click(within(dialog).getByRole('button', { name: 'Undo' }));

  await waitFor(async () => expect((await listed()).map(({ pages }) => pages)).toEqual([1, 2]));
});

test('all changes of one person in a period are undone after consent', async () => {
  const me = (await listed())[0]!['createdBy'] as string;
  const { user } = await openScreen(api, `/changes?by=${me}&resource=books`);

  await user.click(await screen.findByRole('button', { name: 'Undo everything in a period…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo what one person changed' });
  const run = within(dialog).getByRole('button', { name: 'Undo everything' });
  expect(run).toHaveProperty('disabled', true);
  await user.click(
    await within(dialog).findByRole('checkbox', { name: 'I want to undo all of this' }),
  );
  expect(run).toHaveProperty('disabled', false);
});

test('the page of a person lists what they changed, and undoes a period of it', async () => {
  const me = books[0]!['createdBy'] as string;
  const { user } = await openScreen(api, `/users/details/${me}`);

  await openSection(user, 'Changes');
  const [first] = await screen.findAllByRole('link', { name: 'Book B' });
  expect(first!.getAttribute('href')).toBe(`/books/details/${books[1]!['_id']}#history`);
  await user.click(screen.getByRole('button', { name: 'Undo changes of a period…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo what one person changed' });
  expect(within(dialog).queryByRole('combobox', { name: 'Person' })).toBeNull();
});

test('a deleted record is listed by its last title, with a link to the trash', async () => {
  const me = books[0]!['createdBy'] as string;
  const body = { action: 'delete', ids: [books[0]!['_id']] };
  await api.call('POST', '/api/books/bulk', { as: 'admin', body });
  const { user } = await openScreen(api, `/users/details/${me}`);

  await openSection(user, 'Changes');

  const [first] = await screen.findAllByRole('link', { name: /^Book A \(/ });
  expect(first!.getAttribute('href')).toContain('/books/trash');
});

test('a role without the history has no page of changes', async () => {
  await openScreen(api, '/changes', { as: 'viewer' });

  expect(await screen.findByRole('heading', { level: 2, name: 'Access denied' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Recent changes' })).toBeNull();
});

type User = Awaited<ReturnType<typeof openScreen>>['user'];

async function deleteChosen(user: User, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
}

async function listed(): Promise<Record<string, any>[]> {
  const { json } = await api.call('GET', '/api/books?_sort=title&_perPage=100', { as: 'admin' });
  return json.data;
}

test('a set of changes is commented on, counted, and opened by a link', async () => {
  const ids = books.map(({ _id }) => _id);
  const body = { action: 'update', ids, data: { pages: 3 } };
  await api.call('POST', '/api/books/bulk', { as: 'admin', body });
  const { user } = await openScreen(api, '/changes');

  const [first] = await screen.findAllByRole('button', { name: /^Comment, on the change of/ });
  await user.click(first!);
  const comments = await screen.findByRole('dialog', { name: 'Comments' });
  await user.type(within(comments).getByRole('textbox', { name: 'Text' }), 'Why both?');
  await user.click(within(comments).getByRole('button', { name: 'Comment' }));
  await within(comments).findByRole('article', { name: /Set of changes/ });
  const { json } = await api.call('GET', '/api/threads', { as: 'admin' });
  const [{ _id: thread, changeSet }] = json.data;
  closeScreen();

  await openScreen(api, `/changes?set=${changeSet}&thread=${thread}`);
  const linked = await screen.findByRole('dialog', { name: 'Comments' });
  expect(await within(linked).findByText('Why both?')).toBeTruthy();
  const counted = { name: /^1 comment, on the change of/, hidden: true };
  expect(await screen.findByRole('button', counted)).toBeTruthy();
});
