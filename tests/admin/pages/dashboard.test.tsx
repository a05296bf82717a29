import { describe, expect, test } from 'vitest';
import { emitServerEvent } from '../../../src/admin/client/events/server-events.ts';
import { bookshop } from '../../support/bookshop.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, tableRows, waitFor, within } from '../../support/screen.tsx';

const make = async (resource: string, body: object): Promise<string> =>
  (await shop.call('POST', `/api/${resource}`, { as: 'admin', body })).json._id;

const shop = await openScreensOf(() => bookshop);
const oak = await make('shelves', { name: 'Oak' });
await make('shelves', { name: 'Pine' });
await make('books', { name: 'Anna', price: 3, genre: 'novel', shelf: oak });
await make('books', { name: 'Buch der Lieder', genre: 'poems' });
await make('books', { name: 'Clara', genre: 'novel' });

const filterOf = (link: HTMLElement): unknown =>
  JSON.parse(new URLSearchParams(link.getAttribute('href')!.split('?')[1]).get('filter') ?? '{}');
const panel = (name: string) => screen.findByRole('region', { name });

describe('the dashboard', () => {
  test('shows counts and how they changed', async () => {
    await openScreen(shop, '/dashboard');

    const link = await screen.findByRole('link', { name: 'Volumes' });
    const card = link.closest('li')!;
    await waitFor(() => expect(card.textContent).toBe('Volumes3+3 in 30 days'));
    expect(link.getAttribute('href')).toBe('/books/overview?filter=%7B%7D');
  });

  test('is calm if nothing is wrong, and otherwise links to the records', async () => {
    await openScreen(shop, '/dashboard');

    const unpriced = await screen.findByRole('link', { name: 'Books without a price' });
    await waitFor(() => expect(unpriced.closest('li')!.textContent).toContain('2 to review'));
    expect(filterOf(unpriced)).toEqual({ price_null: true });
    const empty = screen.getByRole('link', { name: 'Shelves without books' });
    await waitFor(() =>
      expect(empty.closest('li')!.textContent).toBe('Shelves without booksBuy some.1 to review'),
    );
    expect(filterOf(empty)).toEqual({ where: { 'count(books.shelf)': 0 } });
  });

  test('counts again when a record of another resource makes something wrong', async () => {
    await openScreen(shop, '/dashboard');
    const empty = await screen.findByRole('link', { name: 'Shelves without books' });
    const card = empty.closest('li')!;
    await waitFor(() => expect(card.textContent).toContain('1 to review'));
    const pine = (await shop.call('GET', '/api/shelves?name=Pine', { as: 'admin' })).json.data[0];
    const book = await make('books', { name: 'Dora', price: 1, shelf: pine._id });
    const told = { resource: 'books', _id: book };

    emitServerEvent({ event: 'record.created', data: told });

    await waitFor(() => expect(card.textContent).not.toContain('1 to review'));
    await shop.call('DELETE', `/api/books/${book}`, { as: 'admin', headers: { 'If-Match': '*' } });
  });

  test('lists records of the user', async () => {
    await openScreen(shop, '/dashboard');

    const mine = within(await panel('My books'));
    expect((await mine.findByRole('link', { name: 'Anna' })).getAttribute('href')).toContain(
      '/books/details/',
    );
    const all = mine.getByRole('link', { name: 'My books: Show all (3)' });
    expect(filterOf(all)).toEqual({ createdBy: shop.userId('admin') });
    expect(mine.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'AnnaNovel',
      'Buch der LiederPoems',
    ]);
  });

  test('lists what others ask the user, and opens the comments at it', async () => {
    const { json } = await shop.call('GET', '/api/books?name=Anna', { as: 'admin' });
    const [{ _id: record }] = json.data;
    await shop.addUser('ann', 'admin');
    const asked = await shop.call('POST', '/api/threads', {
      as: 'ann',
      body: {
        resource: 'books',
        record,
        text: 'Is **3** the price?',
        query: { assignee: shop.userId('admin') },
      },
    });
    expect(asked.status).toBe(201);
    await openScreen(shop, '/dashboard');

    const mine = within(await panel('Asked of me'));
    const link = await mine.findByRole('link', { name: 'Anna' });
    expect(link.getAttribute('href')).toBe(`/books/details/${record}?thread=${asked.json._id}`);
    expect(mine.getByText('Is 3 the price?')).toBeTruthy();
  });

  test('shows each chart as a table, whose rows are links', async () => {
    const { user } = await openScreen(shop, '/dashboard', { language: 'de' });

    const button = await screen.findByRole('button', { name: 'Gattungen: Als Tabelle anzeigen' });
    await user.click(button);

    const genres = within(await panel('Gattungen'));
    const novels = await genres.findByRole('link', { name: 'Roman' });
    expect(filterOf(novels)).toEqual({ genre: 'novel' });
    expect(await tableRows('Gattungen')).toEqual([
      ['Roman', '2'],
      ['Gedichte', '1'],
    ]);
    const months = await tableRows('Bücher je Monat');
    expect(months).toHaveLength(12);
    expect(months.at(-1)?.[1]).toBe('3');
  });

  test('leaves out what the role cannot see', async () => {
    await openScreen(shop, '/dashboard', { as: 'reader' });

    const volumes = await screen.findByRole('link', { name: 'Volumes' });
    await waitFor(() => expect(volumes.closest('li')!.textContent).toContain('Volumes3'));
    expect(screen.queryByRole('link', { name: 'Shelves' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Shelves without books' })).toBeNull();
  });
});

describe('the current record', () => {
  const path = '/api/users/current/settings/current.shelves';
  const kept = async () => (await shop.call('GET', path, { as: 'admin' })).json;
  const choose = async (user: Awaited<ReturnType<typeof openScreen>>['user'], name: string) => {
    await user.click(await screen.findByRole('button', { name: /Shelves: / }));
    await user.click(await screen.findByRole('option', { name }));
  };

  test('narrows the cards, and lists when they open, as an ordinary filter', async () => {
    const { user, address } = await openScreen(shop, '/dashboard');
    await choose(user, 'Oak');
    const volumes = await screen.findByRole('link', { name: 'Volumes' });
    await waitFor(() => expect(volumes.closest('li')!.textContent).toContain('Volumes1'));
    expect(filterOf(volumes)).toEqual({ shelf: oak });

    const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
    await user.click(menu.getByRole('link', { name: 'Books' }));
    const remove = await screen.findByRole('button', { name: 'Remove the filter Shelf' });
    expect(await screen.findAllByText('Anna')).not.toHaveLength(0);
    expect(screen.queryByText('Clara')).toBeNull();

    await user.click(remove);
    expect(await screen.findAllByText('Clara')).not.toHaveLength(0);
    expect(address()).toContain('filter=%7B%7D');

    await choose(user, 'None: show everything');
    await screen.findByRole('button', { name: 'All Shelves: none selected' });
    await waitFor(async () => expect(await kept()).toBeNull());
  });

  test('is not called fine if nothing was checked', async () => {
    const birch = await make('shelves', { name: 'Birch' });
    await shop.call('PUT', path, { as: 'admin', body: JSON.stringify(birch) });

    await openScreen(shop, '/dashboard');

    const unpriced = await screen.findByRole('link', { name: 'Books without a price' });
    await waitFor(() => expect(unpriced.closest('li')!.textContent).toContain('Nothing to review'));
    await shop.call('DELETE', path, { as: 'admin' });
    await shop.call('DELETE', `/api/shelves/${birch}`, {
      as: 'admin',
      headers: { 'If-Match': '*' },
    });
  });

  test('is deselected with a notice when it was deleted', async () => {
    const elm = await make('shelves', { name: 'Elm' });
    await shop.call('PUT', path, { as: 'admin', body: JSON.stringify(elm) });
    await shop.call('DELETE', `/api/shelves/${elm}`, { as: 'admin', headers: { 'If-Match': '*' } });

    await openScreen(shop, '/dashboard');

    expect(await screen.findByText(/The selected record no longer exists/)).toBeTruthy();
    await screen.findByRole('button', { name: 'All Shelves: none selected' });
    await waitFor(async () => expect(await kept()).toBeNull());
  });

  test('is not offered to a role that cannot list any', async () => {
    await openScreen(shop, '/dashboard', { as: 'reader' });

    await screen.findByRole('link', { name: 'Volumes' });
    expect(screen.queryByRole('button', { name: /^Shelves/ })).toBeNull();
  });
});
