import { beforeAll, expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { screenLibrary } from '../../support/screen-library.ts';
import {
  chooseMore,
  gridRows,
  openScreen,
  screen,
  waitFor,
  within,
} from '../../support/screen.tsx';
import { addThirtyBooks } from '../../support/thirty-books.ts';

/** Before the title of the first book was changed. */
let then: string;

const api = await openScreensOf(screenLibrary);
beforeAll(async () => {
  await addThirtyBooks(api);
  then = await api.database.value<string>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from pg_sleep(0.003)`,
  );
  await api.database.query('select pg_sleep(0.003)');
  const { json } = await api.call('GET', '/api/books?title=Book%2001', { as: 'admin' });
  const headers = { 'If-Match': '*' };
  const body = { title: 'Renamed' };
  await api.call('PATCH', `/api/books/${json.data[0]._id}`, { as: 'admin', body, headers });
});

const titles = async () =>
  (await gridRows('Books')).map((row) => row.find((text) => /^Book |^Renamed/.test(text)));

test('a list of an earlier moment is labelled, offers no changes, and links back to the present', async () => {
  const { user } = await openScreen(api, `/books/overview?asOf=${then}`);
  await screen.findByText(/^As of \d.* Nothing can be changed/);

  expect(await titles()).toContain('Book 01');
  expect(screen.queryByRole('link', { name: 'Create' })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Undo and redo' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  const off = 'Search: not possible for a moment in the past';
  expect(screen.getByRole('searchbox', { name: off }).hasAttribute('disabled')).toBe(true);

  await user.click(screen.getByRole('link', { name: 'Back to today' }));
  expect(await screen.findByRole('link', { name: 'Create' })).toBeTruthy();
  expect(screen.queryByText(/^As of \d.* Nothing can be changed/)).toBeNull();
});

test('the dialog shows the moment that was entered, and refuses the future', async () => {
  const { user, address } = await openScreen(api, '/books/overview');
  await chooseMore(user, 'As of…');
  const dialog = await screen.findByRole('dialog', { name: 'As of…' });
  const show = within(dialog).getByRole('button', { name: 'Show' }) as HTMLButtonElement;
  const input = within(dialog).getByLabelText('Date and time');

  await user.clear(input);
  await user.type(input, '2999-01-01T00:00:00');
  expect(show.disabled).toBe(true);
  await user.clear(input);
  await user.type(input, '2001-01-01T00:00:00');
  await user.click(show);

  expect(await screen.findByText(/^The history knows these records only from/)).toBeTruthy();
  expect(decodeURIComponent(address())).toContain('"_asOf":"');
  await user.click(screen.getByRole('button', { name: 'Show the first known moment' }));
  await screen.findByText(/^As of \d.* Nothing can be changed/);
  await waitFor(() => expect(screen.queryByText(/^The history knows these/)).toBeNull());
});

test('the dialog says which conditions the past cannot answer', async () => {
  const where = [{ $expression: 'length(title) > 1' }, { $expression: 'length(author.name) > 1' }];
  const filter = encodeURIComponent(JSON.stringify({ where: { and: where } }));
  const { user } = await openScreen(api, `/books/overview?filter=${filter}`);
  await chooseMore(user, 'As of…');

  const dialog = await screen.findByRole('dialog', { name: 'As of…' });
  expect(within(dialog).getByText(/length\(author\.name\) > 1/)).toBeTruthy();
  expect(within(dialog).queryByText(/length\(title\) > 1/)).toBeNull();
});

test('a record of an earlier moment is shown read-only', async () => {
  const { json } = await api.call('GET', '/api/books?title=Renamed', { as: 'admin' });
  await openScreen(api, `/books/details/${json.data[0]._id}?asOf=${then}`);

  expect(await screen.findByRole('heading', { name: 'Book 01' })).toBeTruthy();
  expect(screen.getByText(/^As of \d.* Nothing can be changed/)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('a role without the operation history is not offered the past', async () => {
  const { user } = await openScreen(api, '/books/overview', { as: 'viewer' });
  await titles();

  await user.click(screen.getByRole('button', { name: 'More' }));

  await screen.findByRole('menuitem', { name: 'Keyboard shortcuts for the list' });
  expect(screen.queryByRole('menuitem', { name: 'As of…' })).toBeNull();
});
