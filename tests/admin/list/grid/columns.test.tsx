import { expect, test } from 'vitest';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../../support/screen-library.ts';
import {
  gridCell,
  leaveScreen,
  openScreen,
  screen,
  waitFor,
  within,
} from '../../../support/screen.tsx';

const settings = '/api/users/current/settings/grid.books';

const api = await openScreensOf(screenLibrary, {
  clear: async ({ call }) => {
    await leaveScreen();
    await call('DELETE', settings, { as: 'admin' });
  },
});
await addRecords(api, '/api/books', [
  { title: 'Book A', pages: 3, genre: 'novel' },
  { title: 'Book B', pages: 2, genre: 'novel' },
  { title: 'Book C', pages: 1, genre: 'poetry' },
]);

const head = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);
const kept = async () => (await api.call('GET', settings, { as: 'admin' })).json;

test('a column is moved, widened, pinned and hidden by keys from its header', async () => {
  const { user } = await openScreen(api, '/books/overview');
  await gridCell('Book A');
  screen.getByRole('columnheader', { name: 'Genre' }).focus();

  await user.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
  expect(head()).toEqual(['', 'Title', 'Genre', 'Author', 'Pages', 'Tags']);
  expect(document.activeElement?.textContent).toBe('Genre');
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await user.click(await screen.findByRole('menuitem', { name: 'Pin to the right' }));
  screen.getByRole('columnheader', { name: 'Tags' }).focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: 'Hide column' }));

  expect(head()).toEqual(['', 'Title', 'Author', 'Pages', 'Genre']);
  await waitFor(async () =>
    expect((await kept())?.columns).toEqual([
      { name: 'title', pin: 'left' },
      { name: 'author' },
      { name: 'pages' },
      { name: 'genre', width: expect.any(Number), pin: 'right' },
    ]),
  );
});

test('a pinned column moves among the pinned columns, and the focus follows it', async () => {
  const { user } = await openScreen(api, '/books/overview');
  await gridCell('Book A');
  screen.getByRole('columnheader', { name: 'Author' }).focus();

  await user.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
  expect(head()).toEqual(['', 'Title', 'Author', 'Genre', 'Pages', 'Tags']);
  expect(document.activeElement?.textContent).toBe('Author');
  await user.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');

  expect(head()).toEqual(['', 'Title', 'Genre', 'Author', 'Pages', 'Tags']);
  expect(document.activeElement?.textContent).toBe('Author');
});

test('a column that is shown by keys keeps the focus, also while it moves', async () => {
  const { user } = await openScreen(api, '/books/overview');
  await gridCell('Book A');
  await user.click(screen.getByRole('button', { name: /^Columns/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Columns' });
  within(dialog).getByRole('checkbox', { name: 'Version' }).focus();

  await user.keyboard(' ');
  const version = within(dialog).getByRole('checkbox', { name: 'Version' });
  expect(version).toHaveProperty('checked', true);
  expect(document.activeElement).toBe(version);
  await user.tab();
  await user.keyboard('{Enter}');
  await user.keyboard('{Escape}');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(head().slice(-2)).toEqual(['Version', 'Tags']);
});

test('a saved column whose field was removed is ignored, and rows have the chosen height', async () => {
  const body = { columns: [{ name: 'gone' }, { name: 'pages', width: 200 }], density: 'compact' };
  await api.call('PUT', settings, { as: 'admin', body });

  await openScreen(api, '/books/overview');
  await gridCell('3');

  expect(head()).toEqual(['', 'Pages']);
  expect(screen.getAllByRole('row')[1]!.style.height).toBe('30px');
});

test('Shift and a click, or Shift and Enter, sort the list by several columns', async () => {
  const { user, address } = await openScreen(api, '/books/overview');
  await gridCell('Book A');

  await user.click(screen.getByRole('button', { name: 'Genre' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('button', { name: 'Pages' }));
  await user.keyboard('{/Shift}');

  await waitFor(() => expect(decodeURIComponent(address())).toContain('sort=genre,pages'));
  const titles = () =>
    screen.getAllByRole('link', { name: /^Book [A-C]$/ }).map((link) => link.textContent);
  await waitFor(() => expect(titles()).toEqual(['Book B', 'Book A', 'Book C']));
  screen.getByRole('columnheader', { name: 'Pages' }).focus();
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  await waitFor(() => expect(titles()).toEqual(['Book A', 'Book B', 'Book C']));
});

test('two clicks on headers in quick succession both count', async () => {
  const { address } = await openScreen(api, '/books/overview');
  await gridCell('Book A');

  for (const [name, shiftKey] of [
    ['Genre', false],
    ['Pages', true],
  ] as const)
    screen
      .getByRole('button', { name })
      .dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }));

  await waitFor(() => expect(decodeURIComponent(address())).toContain('sort=genre,pages'));
});

test('the grid scrolls to a new column outside the view once the dialog closes', async () => {
  const { user } = await openScreen(api, '/books/overview', { width: 620 });
  await gridCell('Book A');
  const grid = screen.getByRole('grid');

  await user.click(screen.getByRole('button', { name: /^Columns/ }));
  const dialog = await screen.findByRole('dialog', { name: /^Columns/ });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Blurb' }));
  expect(grid.scrollLeft).toBe(0);
  await user.keyboard('{Escape}');

  await waitFor(() => expect(grid.scrollLeft).toBeGreaterThan(0));
  await screen.findByRole('columnheader', { name: 'Blurb' });
});

test('those who may change the structure add a field behind the last column', async () => {
  await openScreen(api, '/books/overview');
  await gridCell('Book A');

  const add = await screen.findByRole('link', { name: 'Add field…' });

  expect(add.closest('[role="grid"]')).toBeNull();
  expect(add.getAttribute('href')).toMatch(/structure.*add=column/);
  await leaveScreen();
  await openScreen(api, '/books/overview', { as: 'viewer' });
  await gridCell('Book A');
  expect(screen.queryByRole('link', { name: 'Add field…' })).toBeNull();
});
