import { fireEvent } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { screenLibrary } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor } from '../../../support/screen.tsx';

/** More than are counted without being asked to, and more than come at a time. */
const MANY = 10_400;
const SOME = 250;

const api = await openScreensOf(screenLibrary, {
  clear: () => {
    vi.restoreAllMocks();
  },
});
beforeAll(async () => {
  const title = `'Book ' || lpad(n::text, 5, '0')`;
  await api.database.query(
    `insert into books (_id, title, genre) select 'b' || n, ${title}, case when n <= ${SOME} then 'novel' end from generate_series(1, ${MANY}) n`,
  );
  await api.database.query('analyze books');
});

const list = (perPage: number, filter = {}) =>
  `/books/overview?filter=${encodeURIComponent(JSON.stringify(filter))}&sort=title&order=ASC&page=1&perPage=${perPage}`;
const listCalls = (calls: string[]) => calls.filter((call) => call.startsWith('GET /api/books?'));

/** jsdom draws nothing, so nothing has a size: a frame of ten rows that is scrolled. */
function scrollGrid(top: number): void {
  const grid = screen.getByRole('grid');
  Object.defineProperty(grid, 'clientHeight', { configurable: true, value: 400 });
  Object.defineProperty(grid, 'scrollTop', { configurable: true, writable: true, value: top });
  fireEvent.scroll(grid);
}

const pages = () =>
  screen.getAllByRole('button', { name: /^Page \d+/ }).map((button) => button.textContent);

test('shows a large total as an estimate with five pages but no last page, and counts exactly on request', async () => {
  const { user, calls } = await openScreen(api, list(10));
  await gridCell('Book 00001');

  await screen.findByText(/^1–10 of ~/);
  expect(listCalls(calls())[0]).toContain('_total=estimate');
  expect(pages()).toEqual(['1', '2', '3', '4', '5']);
  await user.click(screen.getByRole('button', { name: 'Page 5' }));
  await screen.findByText(/^41–50 of ~/);
  await waitFor(() => expect(pages()).toEqual(['1', '4', '5', '6', '7']));
  await user.click(await screen.findByRole('button', { name: 'Count' }));

  await screen.findByText('41–50 of 10,400');
  await waitFor(() => expect(pages()).toEqual(['1', '4', '5', '6', '1040']));
  await user.click(screen.getByRole('button', { name: 'Page 1040' }));
  await screen.findByText('10,391–10,400 of 10,400');
  await waitFor(() => expect(pages()).toEqual(['1', '1037', '1038', '1039', '1040']));
});

test('treats a page past the end of an uncounted list as its last page', async () => {
  const { address } = await openScreen(api, list(100).replace('page=1&', 'page=2000&'));

  await screen.findByText('10,301–10,400 of 10,400');

  await waitFor(() => expect(address()).toContain('page=104'));
});

test('a list without pages loads more by cursors while the user scrolls, and draws only visible rows', async () => {
  const { calls } = await openScreen(api, list(0, { genre: 'novel' }));
  await gridCell('Book 00001');
  expect(await screen.findByText('1–100 of 250')).toBeTruthy();

  scrollGrid(60 * 37);
  await screen.findByText('1–200 of 250');
  scrollGrid(160 * 37);
  await screen.findByText('1–250 of 250');
  scrollGrid(240 * 37);
  await gridCell('Book 00250');

  const asked = listCalls(calls());
  expect(asked).toHaveLength(3);
  expect(asked[0]).not.toContain('_after');
  expect(asked[2]).toContain('_after');
  expect(asked[2]).toContain('_total=none');
});

test('cells are edited and rows selected in a list without pages as in any other', async () => {
  const { user } = await openScreen(api, list(0, { genre: 'novel' }));
  await screen.findByRole('grid');
  // Where the test before left it: a list one comes back to is as it was.
  scrollGrid(0);
  await gridCell('Book 00001');
  scrollGrid(60 * 37);
  await screen.findByText('1–200 of 250');
  scrollGrid(150 * 37);

  const cell = await gridCell('Book 00151');
  await user.dblClick(cell);
  const input = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(input);
  await user.type(input, 'Book 00151 again{Enter}');
  await gridCell('Book 00151 again');
  await waitFor(async () => {
    const { json } = await api.call('GET', '/api/books/b151', { as: 'admin' });
    expect(json.title).toBe('Book 00151 again');
  });
  await screen.findByText('1–250 of 250');
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));

  await screen.findByText('250 selected');
});
