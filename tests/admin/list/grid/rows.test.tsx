import { describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../../src/descriptor/read/to-descriptor.ts';
import type { Descriptor } from '../../../../src/descriptor/descriptor.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { librarySource } from '../../../support/library.ts';
import { addRecords } from '../../../support/screen-library.ts';
import {
  gridCell,
  openScreen,
  screen,
  startEditing,
  waitFor,
  within,
} from '../../../support/screen.tsx';

const api = await openScreensOf(libraryWithChildren);
const authors = await addRecords(api, '/api/authors', [{ name: 'Ada' }, { name: 'Bo' }]);
await addRecords(
  api,
  '/api/books',
  Array.from({ length: 12 }, (_, index) => ({
    title: `Book ${10 + index}`,
    isbn: `978-${index}`,
    pages: 100 + index,
    author: authors[index % 2]!._id,
  })),
);

const beside = () => screen.findByRole('dialog');
const press = async (
  user: { keyboard(keys: string): Promise<void> },
  text: string,
  keys: string,
) => ((await gridCell(text)).focus(), user.keyboard(keys));

describe('a record beside its list', () => {
  test('is in the URL, shows its position and the total, and leads on to the next page', async () => {
    const { user, address } = await openScreen(api, '/books/overview');

    await press(user, 'Book 19', '{Alt>}{Enter}{/Alt}');
    const drawer = await beside();
    await within(drawer).findByText('10 of 12');
    await within(drawer).findByRole('heading', { name: 'Book 19' });
    await user.keyboard('{Alt>}{PageDown}{/Alt}');
    await within(drawer).findByRole('heading', { name: 'Book 20' });
    await within(drawer).findByText('11 of 12');
    await user.click(within(drawer).getByRole('button', { name: 'Next record' }));
    await within(drawer).findByRole('heading', { name: 'Book 21' });
    const last = await within(drawer).findByText('12 of 12');

    expect(new URLSearchParams(address().split('?')[1]).get('open')).toBeTruthy();
    expect(last).toBeTruthy();
    const next = within(drawer).getByRole('button', { name: 'Next record' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
  });

  test('is closed by Escape and by Back, and the focus returns to its row', async () => {
    const { user, address, go } = await openScreen(api, '/books/overview');

    await press(user, 'Book 11', '{Alt>}{Enter}{/Alt}');
    const drawer = await beside();
    await within(drawer).findByRole('heading', { name: 'Book 11' });
    await user.click(within(drawer).getByRole('button', { name: 'Next record' }));
    await within(drawer).findByRole('heading', { name: 'Book 12' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/books/overview');
    const row = (await gridCell('Book 12')).closest('[role="row"]');
    await waitFor(() => expect(row?.contains(document.activeElement)).toBe(true));

    await press(user, 'Book 13', '{Alt>}{Enter}{/Alt}');
    await beside();
    await go(-1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('has its title as its name, and its edge and row tools have short names', async () => {
    const { user } = await openScreen(api, '/books/overview');
    await press(user, 'Book 14', '{Alt>}{Enter}{/Alt}');

    const drawer = await screen.findByRole('dialog', { name: 'Book 14' });
    const edge = within(drawer).getByRole('separator', { name: 'Width of the side panel' });
    expect(edge.getAttribute('aria-valuetext')).toMatch(/^\d+ %$/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    const row = (await gridCell('Book 14')).closest<HTMLElement>('[role="row"]')!;
    expect(within(row).getByRole('gridcell', { name: 'Row tools' })).toBeTruthy();
    expect(within(row).getByRole('button', { name: 'Menu for Book 14' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Column Title' }));
    expect(await screen.findByRole('menu', { name: 'Column Title' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  test('is saved there, and asks before discarding unsaved input', async () => {
    const { user } = await openScreen(api, '/books/overview?sort=title&order=ASC');
    await press(user, 'Book 14', '{Alt>}{Enter}{/Alt}');
    const drawer = await beside();
    await startEditing(user);
    await user.type(await within(drawer).findByRole('spinbutton', { name: /Pages/ }), '9');
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    await user.click(within(drawer).getByRole('button', { name: 'Save and close' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await gridCell('1049');
  });

  test('opens as a page on a narrow screen', async () => {
    const { json } = await api.call('GET', '/api/books?title=Book%2010', { as: 'admin' });
    const { address } = await openScreen(api, `/books/overview?open=${json.data[0]._id}`, {
      width: 390,
    });

    await screen.findByRole('heading', { name: 'Book 10', level: 2 });
    expect(address()).toBe(`/books/details/${json.data[0]._id}`);
  });
});

test('the page of a record leads through the list the user came from, with its filter and order', async () => {
  const filter = encodeURIComponent(JSON.stringify({ pages_gte: 106 }));
  const list = `/books/overview?filter=${filter}&sort=pages&order=DESC`;
  const { user, address } = await openScreen(api, list);

  // The menu has links to the records that were opened last.
  const grid = await screen.findByRole('grid');
  await user.click(await within(grid).findByRole('link', { name: 'Book 20' }));
  await screen.findByRole('heading', { name: 'Book 20', level: 2 });
  await user.click(screen.getByRole('button', { name: 'Next record' }));
  await screen.findByRole('heading', { name: 'Book 19', level: 2 });
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Books' }));

  await gridCell('Book 20');
  expect(address()).toContain('order=DESC');
});

describe('the menu of a row', () => {
  test('opens by keyboard with all permitted actions, and returns the focus', async () => {
    const { user } = await openScreen(api, '/books/overview');
    await press(user, 'Book 11', '{Shift>}{F10}{/Shift}');

    const menu = await screen.findByRole('menu', { name: 'Menu for Book 11' });
    const entries = within(menu).getAllByRole('menuitem');
    expect(entries.map((entry) => entry.querySelector('span, div ~ div')?.textContent)).toEqual([
      'Open',
      'Open in side panel',
      'Open in a new tab',
      'Copy link',
      'History',
      'Comments',
      'Duplicate',
      'Delete',
      'Copy cells',
      'Paste',
      'Paste as new rows',
      'Clear cells',
      'Undo',
      'Redo',
      'Value history…',
      'Comment…',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(document.activeElement).toBe(await gridCell('Book 11'));
  });

  test('offers read-only users no changes', async () => {
    const { user } = await openScreen(api, '/books/overview', { as: 'viewer' });
    await user.pointer({ keys: '[MouseRight]', target: await gridCell('Book 11') });

    const menu = await screen.findByRole('menu', { name: 'Menu for Book 11' });
    expect(within(menu).queryByRole('menuitem', { name: 'Duplicate' })).toBeNull();
    expect(within(menu).queryByRole('menuitem', { name: 'Delete' })).toBeNull();
    expect(within(menu).queryByRole('menuitem', { name: 'Paste' })).toBeNull();
    expect(within(menu).getByRole('menuitem', { name: 'Copy cells' })).toBeTruthy();
  });

  test('deletes the record after a confirmation and keeps the position in the list', async () => {
    await addRecords(api, '/api/books', [{ title: 'Book 109', isbn: '978-109' }]);
    const { user, address } = await openScreen(api, '/books/overview?sort=title&order=ASC');
    await gridCell('Book 109');

    await user.click(screen.getByRole('button', { name: 'Menu for Book 109' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));

    await waitFor(() => expect(screen.queryByText('Book 109')).toBeNull());
    expect(address()).toBe('/books/overview?sort=title&order=ASC');
  });
});

test('a row opens several child lists below it, with one call each', async () => {
  // What users have set, and the marks of comments, are asked for when the rows are there.
  const isOfRows = (call: string) => !/\/settings\/|\/threads\/marks/.test(call);
  const { user, calls } = await openScreen(api, '/authors/overview');
  await gridCell('Ada');
  await screen.findByText(/^1–2/);
  calls();

  await press(user, 'Ada', '{Alt>}{ArrowDown}{/Alt}');
  const tools = () => screen.getAllByRole('gridcell', { name: 'Row tools' });
  expect(tools().map((cell) => cell.getAttribute('aria-expanded'))).toEqual(['true', 'false']);
  await user.click(screen.getByRole('button', { name: 'Related lists of Bo' }));
  const ada = await screen.findByRole('group', { name: 'Related lists of Ada' });
  const bo = await screen.findByRole('group', { name: 'Related lists of Bo' });
  const rowOf = (element: HTMLElement) => element.closest('[role="row"]');
  expect(rowOf(await gridCell('Ada'))?.nextElementSibling).toBe(rowOf(ada));
  expect(rowOf(await gridCell('Bo'))?.nextElementSibling).toBe(rowOf(bo));
  await within(ada).findByRole('link', { name: 'Book 10' });
  await within(bo).findByRole('link', { name: 'Book 11' });
  expect(calls().filter(isOfRows)).toHaveLength(2);
  await user.click(within(ada).getByRole('tab', { name: 'Pupils' }));
  await within(ada).findByText('No records.');
  expect(calls().filter(isOfRows)).toHaveLength(1);

  await user.keyboard('{Escape}');
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() =>
    expect(screen.queryByRole('group', { name: 'Related lists of Ada' })).toBeNull(),
  );
  expect(screen.getByRole('group', { name: 'Related lists of Bo' })).toBeTruthy();
  expect(tools().map((cell) => cell.getAttribute('aria-expanded'))).toEqual(['false', 'true']);
});

test('a copy of a row has no unique values, with a notice', async () => {
  const { user } = await openScreen(api, '/books/overview');
  await press(user, 'Book 10', '{ContextMenu}');

  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));

  await screen.findByText('A copy of Book 10');
  await screen.findByText('Left empty because the values must be unique: Isbn.');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Title/ }).value).toBe('Book 10');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Isbn/ }).value).toBe('');
});

function libraryWithChildren(): Descriptor {
  const source = structuredClone(librarySource) as Record<string, any>;
  source.resources.books.list = { columns: ['title', 'isbn', 'pages'], sort: 'title', perPage: 10 };
  source.resources.authors.children = [
    { resource: 'books', field: 'author', columns: ['title', 'pages'] },
    { resource: 'authors', field: 'mentor', label: 'Pupils' },
  ];
  return toDescriptor(source);
}
