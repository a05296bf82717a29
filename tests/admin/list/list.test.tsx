import { describe, expect, test, vi } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { screenLibrary } from '../../support/screen-library.ts';
import {
  closeScreen,
  openScreen,
  screen,
  gridRows,
  waitFor,
  within,
} from '../../support/screen.tsx';
import { addThirtyBooks } from '../../support/thirty-books.ts';

const api = await openScreensOf(screenLibrary);
await addThirtyBooks(api);

const titles = async () =>
  (await gridRows('Books')).map((row) => row.find((text) => text.startsWith('Book ')));

const sortOf = (name: string) =>
  screen.getByRole('columnheader', { name }).getAttribute('aria-sort');

describe('a list', () => {
  test('shows the columns of the descriptor, with references by their titles', async () => {
    await openScreen(api, '/books/overview');

    const [first] = await gridRows('Books');
    await screen.findAllByText('Ada');

    const head = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(head).toEqual(['', 'Title', 'Author', 'Genre', 'Pages', 'Tags']);
    expect(first).toContain('Book 01');
    expect(screen.getByRole('heading', { level: 1, name: 'Books' })).toBeTruthy();
  });

  test('requests the rows once and all their references once', async () => {
    const page = await openScreen(api, '/books/overview');

    await screen.findAllByText('Ada');

    const asked = page.calls().filter((call) => !/\/api\/(users|views)/.test(call));
    expect(asked.map((call) => call.split('?')[0])).toEqual(['GET /api/books', 'GET /api/authors']);
    expect(decodeURIComponent(asked[0]!)).toContain(
      '_fields=_threads,author,genre,isbn,pages,tags,title',
    );
  });

  test('shows the range of rows and the total, and links to the other pages', async () => {
    const { user, address } = await openScreen(api, '/books/overview');
    expect((await titles()).length).toBe(10);
    expect(screen.getByText('1–10 of 30')).toBeTruthy();
    const scrollTo = vi.spyOn(window, 'scrollTo');

    await user.click(screen.getByRole('button', { name: 'Page 3' }));

    await waitFor(async () => expect((await titles())[0]).toBe('Book 21'));
    // A new page begins at its top.
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    scrollTo.mockRestore();
    expect(screen.getByText('21–30 of 30')).toBeTruthy();
    expect(address()).toContain('page=3');

    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25');
    await screen.findByText('1–25 of 30');
    expect(address()).toContain('page=1&perPage=25');
  });

  test('keeps sort and page in the address, so that back and forward work', async () => {
    const { user, address, go } = await openScreen(api, '/books/overview');
    await titles();

    await user.click(screen.getByRole('button', { name: 'Pages' }));
    await waitFor(() => expect(sortOf('Pages')).toBe('ascending'));
    await user.click(screen.getByRole('button', { name: 'Pages' }));
    await waitFor(() => expect(sortOf('Pages')).toBe('descending'));
    await waitFor(async () => expect((await titles())[0]).toBe('Book 30'));
    await go(-2);

    await waitFor(async () => expect((await titles())[0]).toBe('Book 01'));
    expect(address()).toBe('/books/overview');
  });

  test('opens in the state of a shared link', async () => {
    const filter = encodeURIComponent(JSON.stringify({ genre_in: ['novel'], pages_gte: 110 }));
    await openScreen(
      api,
      `/books/overview?filter=${filter}&sort=pages&order=DESC&page=1&perPage=25`,
    );

    const shown = await titles();

    expect(shown).toEqual(['Book 28', 'Book 25', 'Book 22', 'Book 19', 'Book 16', 'Book 13']);
    await screen.findByRole('button', { name: 'Change the filter Genre' });
    expect(screen.getByRole('button', { name: 'Change the filter Pages' })).toBeTruthy();
  });

  test('searches shortly after the last key and says when nothing matches', async () => {
    const { user, address } = await openScreen(api, '/books/overview');
    await titles();

    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'book 07');
    await waitFor(async () => expect(await titles()).toEqual(['Book 07']));
    expect(decodeURIComponent(address())).toContain('"q":"book 07"');

    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'x');
    await screen.findByRole('heading', { name: 'No results' });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));

    await waitFor(async () => expect((await titles()).length).toBe(10));
    // Rows that are remembered are there before the box is empty.
    await waitFor(() =>
      expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveProperty('value', ''),
    );
  });

  test('returns to page 1 when the user adds, changes or removes a filter', async () => {
    const { user } = await openScreen(api, '/books/overview?page=2');
    await screen.findByText('11–20 of 30');

    await user.click(screen.getByRole('button', { name: 'Filter' }));
    const panel = within(await screen.findByRole('complementary', { name: 'Filter' }));
    await user.type(await panel.findByRole('combobox', { name: 'Field' }), 'Pages');
    await user.click(await screen.findByRole('option', { name: 'Pages' }));
    await user.click(panel.getByRole('combobox', { name: 'Operator' }));
    await user.click(await screen.findByRole('option', { name: '≥ at least' }));
    await user.type(panel.getByRole('textbox', { name: 'Value' }), '127');
    await waitFor(() => expect(screen.getByText('1–3 of 3')).toBeTruthy());
    await panel.findByText('3 records match');
    const chip = await screen.findByRole('button', { name: 'Change the filter Pages' });
    expect(chip.parentElement?.textContent).toBe('Pages≥ 127');

    // The chip opens the inputs of the field, and what is changed there is in the panel as well.
    await user.click(chip);
    const editor = within(await screen.findByRole('dialog', { name: 'Pages' }));
    await user.type(await editor.findByRole('spinbutton', { name: 'To' }), '128{Enter}');
    await panel.findByText('2 records match');
    expect(panel.getAllByRole('textbox', { name: 'Value' })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Remove the filter Pages' }));

    await screen.findByText('1–10 of 30');
    await panel.findByText('30 records match');
  });

  test('offers the fields of the descriptor first and never one the role may not read', async () => {
    const { user } = await openScreen(api, '/books/overview', { as: 'staff' });
    await titles();

    await user.click(screen.getByRole('button', { name: 'Filter' }));

    // Where nothing is filtered yet, the first field is asked for at once.
    const field = await screen.findByRole('combobox', { name: 'Field' });
    expect(document.activeElement).toBe(field);
    const fields = within(await screen.findByRole('listbox', { name: 'Field' }));
    const offered = fields.getAllByRole('option').map((item) => item.textContent);
    expect(offered.slice(0, 3)).toEqual(['Genre', 'Author', 'Pages']);
    expect(offered).toContain('Blurb');
    expect(offered).not.toContain('Secret');
  });

  test('shows, hides and moves columns, and remembers it by their names on the server', async () => {
    const settings = '/api/users/current/settings/grid.books';
    const { user } = await openScreen(api, '/books/overview');
    await titles();

    await user.click(screen.getByRole('button', { name: /^Columns/ }));
    await user.click(await screen.findByRole('checkbox', { name: 'Genre' }));
    await user.click(screen.getByRole('checkbox', { name: 'Price' }));
    await user.click(screen.getByRole('button', { name: 'Move Pages up' }));
    await waitFor(async () => {
      const { json } = await api.call('GET', settings, { as: 'admin' });
      const names = json?.columns.map((column: { name: string }) => column.name);
      expect(names).toEqual(['title', 'pages', 'author', 'tags', 'price']);
    });
    closeScreen();
    await openScreen(api, '/books/overview');
    await titles();

    const head = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    await api.call('DELETE', settings, { as: 'admin' });
    expect(head).toEqual(['', 'Title', 'Pages', 'Author', 'Tags', 'Price']);
  });

  test('links each row to its record, which leads back to this list', async () => {
    const { user, address } = await openScreen(api, '/books/overview?sort=pages&order=DESC');
    await titles();

    await user.click(screen.getByRole('link', { name: 'Book 30' }));
    await screen.findByRole('heading', { level: 2, name: 'Book 30' });
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Books' }));

    await titles();
    expect(address()).toBe('/books/overview?sort=pages&order=DESC');
  });

  test('explains an invalid link, and offers a way out', async () => {
    const filter = encodeURIComponent(JSON.stringify({ colour: 'red' }));
    const { user } = await openScreen(api, `/books/overview?filter=${filter}`);

    await screen.findByRole('heading', { name: 'The list could not be loaded' });
    expect(screen.getByText('Unknown: colour')).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);

    expect((await titles()).length).toBe(10);
  });

  test('is shown in German', async () => {
    await openScreen(api, '/books/overview', { language: 'de' });

    await screen.findByText('1–10 von 30');
    expect(screen.getByRole('heading', { level: 1, name: 'Bücher' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Anlegen' })).toBeTruthy();
  });

  test('offers to create the first record if it is empty', async () => {
    await openScreen(api, '/master/overview');

    await screen.findByRole('heading', { name: 'No Masters yet' });

    expect(screen.getAllByRole('link', { name: 'Create' })[0]!.getAttribute('href')).toBe(
      '/master/create',
    );
  });

  test.each([
    ['/books', '/books/overview'],
    ['/masters', '/master/overview'],
    ['/books?filter=%7B%22pages%22%3A101%7D', '/books/overview?filter=%7B%22pages%22%3A101%7D'],
  ])('leads from %s to %s', async (from, to) => {
    const { address } = await openScreen(api, from);

    await waitFor(() => expect(address()).toBe(to));
  });
});
