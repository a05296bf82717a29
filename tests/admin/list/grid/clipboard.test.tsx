import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openGridBooks } from '../../../support/open-grid-books.ts';
import { addRecords } from '../../../support/screen-library.ts';
import {
  closeScreen,
  gridCell,
  openScreen,
  screen,
  waitFor,
  within,
} from '../../../support/screen.tsx';

const { api, stored } = await openGridBooks();
const pagesOf = async () => (await stored()).map(({ pages }) => pages as number | null);

test('a block is pasted over cells in one call, and rejected values are shown at their cells', async () => {
  const { user, calls } = await openScreen(api, '/books/overview');
  await gridCell('Book A');
  screen.getAllByRole('gridcell', { name: 'Book A' })[0]!.focus();
  await user.keyboard('{ArrowRight}');
  calls();

  await user.paste('Ada\tnovel\t11\r\nBo\tno genre\t22\r\nAda\tpoetry\t0\r\n');

  await waitFor(async () => expect((await stored())[2]).toMatchObject({ genre: 'poetry' }));
  await waitFor(() => expect(document.querySelectorAll('.g-failed')).toHaveLength(2));
  expect(await pagesOf()).toEqual([11, 22, 102]);
  expect(calls().filter((call) => call.startsWith('POST'))).toEqual([
    'POST /api/authors/lookup',
    'POST /api/books/bulk',
  ]);
  const [first, second, third] = await stored();
  const authors = (await api.call('GET', '/api/authors?_sort=name', { as: 'admin' })).json.data;
  expect(first).toMatchObject({ author: authors[0]._id, genre: 'novel' });
  expect(second).toMatchObject({ author: authors[1]._id, genre: null });
  expect(third).toMatchObject({ author: authors[0]._id, genre: 'poetry' });
});

test('a row is pasted into all selected rows, pasted cells stay selected, and cut cells are emptied', async () => {
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('100')).focus();
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');

  await user.paste('7');
  await waitFor(async () => expect(await pagesOf()).toEqual([7, 7, 7]));
  await user.keyboard('{Escape}{ArrowLeft}');
  await user.paste('novel\t1\r\npoetry\t2');
  // Shown at once, and cut as shown, though it may be on its way still.
  await gridCell('poetry');
  expect(document.querySelectorAll('.g-in-range')).toHaveLength(4);
  const cut = new Map<string, string>();
  const clipboardData = { setData: (type: string, text: string) => cut.set(type, text) };
  fireEvent.cut(document.activeElement!, { clipboardData });

  await waitFor(async () => expect(await pagesOf()).toEqual([null, null, 7]));
  expect(cut.get('text/plain')).toBe('novel\t1\npoetry\t2');
});

test('pasted rows beyond the last are previewed first, and one undo removes them', async () => {
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('Book C')).focus();

  await user.paste('Book Y\nBook Z');
  const dialog = await screen.findByRole('dialog', { name: '1 new record' });
  expect(within(dialog).getByDisplayValue('Book Z')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Create 1 record' }));
  await waitFor(async () =>
    expect((await stored()).map(({ title }) => title)).toEqual([
      'Book A',
      'Book B',
      'Book Y',
      'Book Z',
    ]),
  );
  (await gridCell('Book A')).focus();
  await user.keyboard('{Control>}z{/Control}');

  await waitFor(async () =>
    expect((await stored()).map(({ title }) => title)).toEqual(['Book A', 'Book B', 'Book C']),
  );
});

test('a new row with an invalid value is corrected in the dialog, and the others are created', async () => {
  const { user, calls } = await openScreen(api, '/books/overview');
  (await gridCell('Book C')).focus();

  await user.paste('Book C\nBook Y\tNobody\nBook Z\tAda');
  const dialog = await screen.findByRole('dialog', { name: '2 new records' });
  within(dialog).getByText(/^1 row is not created until/);
  calls();
  await user.click(within(dialog).getByRole('button', { name: 'Create 1 record' }));
  await waitFor(async () => expect((await stored()).at(-1)!['title']).toBe('Book Z'));
  expect((await stored()).map(({ title }) => title)).not.toContain('Book Y');
  expect(calls()).toContain('POST /api/books/bulk');

  const author = await within(dialog).findByDisplayValue('Nobody');
  await user.clear(author);
  await user.type(author, 'Bo{Tab}');
  const create = within(dialog).getByRole('button', { name: 'Create 1 record' });
  await waitFor(() => expect(create).toHaveProperty('disabled', false));
  await user.click(create);

  await waitFor(async () => expect((await stored()).map(({ title }) => title)).toContain('Book Y'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a block becomes new rows in an empty list or on demand, and a refused row stays in the dialog', async () => {
  const { user } = await openScreen(api, '/books/overview?filter={"title":"none"}');
  await screen.findByText('No results');

  await user.paste('Book X\tAda');
  const dialog = await screen.findByRole('dialog', { name: '1 new record' });
  await addRecords(api, '/api/books', [{ title: 'Other', isbn: '1' }]);
  await user.click(within(dialog).getByRole('button', { name: 'Create 1 record' }));
  await waitFor(async () => expect((await stored()).map(({ title }) => title)).toContain('Book X'));

  closeScreen();
  const settings = '/api/users/current/settings/grid.books';
  const columns = [{ name: 'title' }, { name: 'isbn' }];
  await api.call('PUT', settings, { as: 'admin', body: { columns } });
  const again = await openScreen(api, '/books/overview');
  (await gridCell('Other')).focus();
  await again.user.paste('Changed\t2\nBook T\t1');
  const both = await screen.findByRole('dialog', { name: '1 new record' });
  within(both).getByText('This also changes 2 cells in the list.');
  await again.user.click(within(both).getByRole('button', { name: 'Paste all as new rows' }));
  const all = await screen.findByRole('dialog', { name: '2 new records' });
  await again.user.click(within(all).getByRole('button', { name: 'Create 2 records' }));

  await within(all).findByText(/is already used by another record/);
  const titles = (await stored()).map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['Other', 'Changed']));
  expect(titles).not.toContain('Book T');
  await api.call('DELETE', settings, { as: 'admin' });
});

test('a range is selected by keys, copied as a table, filled down and emptied', async () => {
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('100')).focus();

  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(3);
  const copied = new Map<string, string>();
  const clipboardData = { setData: (type: string, text: string) => copied.set(type, text) };
  fireEvent.copy(document.activeElement!, { clipboardData });
  expect(copied.get('text/plain')).toBe('100\n101\n102');
  await user.keyboard('{Control>}d{/Control}');
  await waitFor(async () => expect(await pagesOf()).toEqual([100, 100, 100]));
  await user.keyboard('{Delete}');

  await waitFor(async () => expect(await pagesOf()).toEqual([null, null, null]));
});

test('decimals are read in the format of the block, and an ambiguous number is reported at its cell', async () => {
  const { user } = await openScreen(api, '/books/overview', { language: 'de' });
  (await gridCell('Book A')).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');

  await user.paste('1.234\r\n1.500,0\r\n');
  await waitFor(async () => expect(await pagesOf()).toEqual([1234, 1500, 102]));
  await user.paste('1.234\r\n12,0\r\n13.0');
  await waitFor(async () => expect(await pagesOf()).toEqual([1234, 12, 13]));

  await waitFor(() => expect(document.querySelectorAll('.g-failed')).toHaveLength(1));
  await screen.findByText(/„1.234“ kann 1,234 oder 1234 sein/);
});

test('an ambiguous block is read in the format of the language, with a notice', async () => {
  const { user } = await openScreen(api, '/books/overview', { language: 'de' });
  (await gridCell('Book A')).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');

  await user.paste('2.345');

  await waitFor(async () => expect((await pagesOf())[0]).toBe(2345));
  await screen.findByText(/mit Komma gelesen: „2.345“ als 2345/);
});

test('records are looked up by title or _id at once; no match or several are reported at the cell', async () => {
  const [twin] = await addRecords(api, '/api/authors', [{ name: 'Twin' }, { name: 'twin' }]);
  const { user, calls } = await openScreen(api, '/books/overview');
  (await gridCell('Book A')).focus();
  await user.keyboard('{ArrowRight}');
  calls();

  await user.paste(`${twin!._id}\r\nTWIN\r\nNobody\r\n`);

  await waitFor(async () => expect((await stored())[0]!['author']).toBe(twin!._id));
  await waitFor(() => expect(document.querySelectorAll('.g-failed')).toHaveLength(2));
  const posts = calls().filter((call) => call.startsWith('POST'));
  expect(posts).toEqual(['POST /api/authors/lookup', 'POST /api/books/bulk']);
  await user.keyboard('{ArrowDown}');
  await screen.findByText(/“TWIN” matches several records in Authors/);
  await user.keyboard('{ArrowDown}');
  await screen.findByText('There is no “Nobody” in Authors');
});

test('a block that includes read-only cells reports what it skipped', async () => {
  const settings = '/api/users/current/settings/grid.books';
  const columns = [{ name: 'title' }, { name: 'createdAt' }, { name: 'pages' }];
  await api.call('PUT', settings, { as: 'admin', body: { columns } });
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('Book A')).focus();

  await user.paste('Book A\t2020\t7\tbeyond\r\n');

  await waitFor(async () => expect((await pagesOf())[0]).toBe(7));
  await screen.findByText('Skipped: 1 cell lies beyond the last column; read-only: Created.');
  await api.call('DELETE', settings, { as: 'admin' });
});

test('a copied cell of references is pasted with its records, and a text is matched whole first', async () => {
  const settings = '/api/users/current/settings/grid.books';
  const columns = [{ name: 'title' }, { name: 'editors' }];
  await api.call('PUT', settings, { as: 'admin', body: { columns } });
  const made = await addRecords(api, '/api/authors', [
    ...['Xyl', 'Ene', 'Xyl, Ene', 'pair'].map((name) => ({ name })),
    { _id: 'pair', name: 'Other' },
  ]);
  const [xyl, ene, mixture, same] = made.map(({ _id }) => _id as string);
  const [book] = await stored();
  await api.call('PATCH', `/api/books/${book!['_id']}`, {
    as: 'admin',
    body: { editors: [same, mixture] },
    headers: { 'If-Match': '*' },
  });
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('Book A')).focus();
  await user.keyboard('{ArrowRight}');
  await gridCell('pair, Xyl, Ene');
  const copied = new Map<string, string>();
  const clipboardData = {
    setData: (type: string, text: string) => copied.set(type, text),
    getData: (type: string) => copied.get(type) ?? '',
  };
  fireEvent.copy(document.activeElement!, { clipboardData });
  await user.keyboard('{ArrowDown}');
  fireEvent.paste(document.activeElement!, { clipboardData });
  const editors = async () => (await stored()).map((one) => one['editors'] as string[]);
  await waitFor(async () => expect((await editors())[1]).toEqual([same, mixture]));
  await user.keyboard('{ArrowUp}');
  await user.paste('Xyl, Ene\r\nEne, Xyl\r\nXyl, Nobody');

  await waitFor(async () => expect((await editors()).slice(0, 2)).toEqual([[mixture], [ene, xyl]]));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await screen.findByText('There is no “Xyl, Nobody” in Authors');
  await api.call('DELETE', settings, { as: 'admin' });
});

test('a line break becomes a space in a single-line field, with a notice, and the next edit keeps it', async () => {
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('Book A')).focus();

  await user.paste('"A\nBook"');
  await screen.findByText('Line breaks became spaces in 1 cell.');
  await gridCell('A Book');
  await user.keyboard('{F2}{End}s{Enter}');

  await waitFor(async () => expect((await stored())[0]!['title']).toBe('A Books'));
});
