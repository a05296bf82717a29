import { expect, test } from 'vitest';
import { openGridBooks } from '../../../support/open-grid-books.ts';
import { addRecords } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const { api, stored } = await openGridBooks();

test('pasting or typing into the empty last row changes no existing record', async () => {
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('Book C')).focus();

  await user.keyboard('{Control>}{ArrowDown}{/Control}{ArrowDown}');
  await user.paste('Book Y\nBook Z');
  const pasted = await screen.findByRole('dialog', { name: '2 new records' });
  expect(within(pasted).queryByText(/^This also changes/)).toBeNull();
  await user.click(within(pasted).getByRole('button', { name: 'Create 2 records' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await gridCell('Book Z');

  const empty = screen.getByRole('row', { name: /^New record/ });
  within(empty).getAllByRole('gridcell')[1]!.focus();
  await user.keyboard('X');
  const typed = await screen.findByRole('dialog', { name: '1 new record' });
  await user.keyboard('-rays{Tab}Ada{Enter}');

  await waitFor(() => expect(typed.isConnected).toBe(false));
  expect((await stored()).map(({ title }) => title)).toEqual([
    'Book A',
    'Book B',
    'Book C',
    'Book Y',
    'Book Z',
    'X-rays',
  ]);
  expect((await stored()).at(-1)!['author']).not.toBeNull();
});

test('a typed row names its empty required field, and stays until it is filled in', async () => {
  const { user } = await openScreen(api, '/books/overview');
  await gridCell('Book C');
  await user.click(screen.getByRole('button', { name: 'New record' }));
  const dialog = await screen.findByRole('dialog', { name: '1 new record' });
  const title = within(dialog).getByRole('textbox', { name: 'Title' });
  expect(title.getAttribute('aria-invalid')).toBe('false');

  await user.type(within(dialog).getByRole('textbox', { name: 'Pages' }), '12');
  await user.click(within(dialog).getByRole('button', { name: 'Create 1 record' }));

  await waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'));
  expect(await stored()).toHaveLength(3);
  await user.type(title, 'Book D{Enter}');
  await waitFor(async () => expect((await stored()).at(-1)).toMatchObject({ pages: 12 }));
});

test('a new row of a filtered list starts with the values of the filter, as the form does', async () => {
  const { json } = await api.call('GET', '/api/authors?_sort=name', { as: 'admin' });
  const author = json.data[0]._id as string;
  await addRecords(api, '/api/books', [{ title: 'Book D', author, genre: 'poetry' }]);
  const filter = encodeURIComponent(
    JSON.stringify({ author, genre: 'poetry', inPrint: false, pages_gte: 0 }),
  );
  const { user } = await openScreen(api, `/books/overview?filter=${filter}`);
  await screen.findByText('No results');
  const link = screen.getByRole('link', { name: 'Create' });
  const values = new URL(link.getAttribute('href')!, 'http://localhost').searchParams.get('values');
  expect(JSON.parse(values!)).toEqual({ author, genre: 'poetry', inPrint: false });

  await user.paste('Book E');

  const dialog = within(await screen.findByRole('dialog', { name: '1 new record' }));
  dialog.getByDisplayValue(/^poetry$/i);
  await dialog.findByText('Ada');
  dialog.getByDisplayValue('No');
  await user.click(dialog.getByRole('button', { name: 'Create 1 record' }));
  await waitFor(async () =>
    expect((await stored()).at(-1)).toMatchObject({
      title: 'Book E',
      author,
      genre: 'poetry',
      inPrint: false,
    }),
  );
});

test('a role that cannot create records has no empty row', async () => {
  await openScreen(api, '/books/overview', { as: 'viewer' });
  await gridCell('Book C');

  expect(screen.queryByRole('row', { name: /^New record/ })).toBeNull();
});
