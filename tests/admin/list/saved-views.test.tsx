import { beforeEach, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import {
  closeScreen,
  gridCell,
  openScreen,
  screen,
  waitFor,
  within,
} from '../../support/screen.tsx';

const source = structuredClone(screenLibrary().source);
source.resources['books']!.was = 'volumes';
source.resources['books']!.views = [
  { name: 'withSecret', roles: ['staff'], filter: { secret: 'x', genre: 'novel' } },
];
source.resources['memos'] = {
  title: '{text}',
  fields: { text: { type: 'text' }, secret: { type: 'text', read: ['admin'] } },
  list: { columns: ['text'], filter: { secret_nnull: true } },
  permissions: { staff: ['list', 'read'] },
};
const library = toDescriptor(source);

const api = await openScreensOf(() => library);
await addRecords(api, '/api/books', [
  { title: 'Book A', pages: 100, genre: 'novel' },
  { title: 'Book B', pages: 200, genre: 'poetry' },
]);
await addRecords(api, '/api/memos', [{ text: 'Hidden memo' }]);

beforeEach(async () => {
  await api.database.query('truncate backoffice.views');
  await api.database.query('delete from backoffice.user_settings');
});

const save = async (body: object) =>
  (await api.call('POST', '/api/views', { as: 'admin', body: { resource: 'books', ...body } }))
    .json;
const tabNames = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const tab = (name: RegExp) => screen.findByRole('tab', { name });

test('a view stores filter and order under a name, is shared with a role, and is renamed', async () => {
  const filter = encodeURIComponent(JSON.stringify({ pages_gte: 150 }));
  const { user, address } = await openScreen(
    api,
    `/books/overview?filter=${filter}&sort=pages&order=DESC`,
  );
  await gridCell('Book B');
  expect(screen.queryByRole('tablist')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as new view' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save as new view' });
  await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Long ones');
  const shared = within(dialog).getByRole('group', { name: 'Shared with' });
  await user.click(within(shared).getByRole('checkbox', { name: 'viewer' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByRole('tab', { name: 'Long ones 1', selected: true });
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();

  await user.click(await screen.findByRole('button', { name: 'Remove the filter Pages' }));
  await screen.findByRole('tab', { name: 'Long ones (changed) 1' });
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await screen.findByRole('tab', { name: 'Long ones 1' });
  await waitFor(() => expect(decodeURIComponent(address())).toContain('"pages_gte":150'));

  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename and share' }));
  const naming = await screen.findByRole('dialog', { name: 'Rename and share' });
  expect(within(naming).getByRole('checkbox', { checked: true })).toBe(
    within(naming).getByRole('checkbox', { name: 'viewer' }),
  );
  await user.type(within(naming).getByRole('textbox', { name: /Name/ }), ' by far');
  await user.click(within(naming).getByRole('button', { name: 'Save' }));
  await tab(/^Long ones by far/);

  const link = address();
  closeScreen();
  await openScreen(api, link, { as: 'viewer' });
  await screen.findByRole('tab', { name: /^Long ones by far/, selected: true });
  expect(screen.queryByRole('link', { name: 'Book A' })).toBeNull();
});

test('keys switch and move tabs; each user has their own order and tabs', async () => {
  await save({ name: 'Novels', where: { genre: 'novel' } });
  const { _id } = await save({ name: 'Short', where: { pages_lt: 150 } });
  const { user, address } = await openScreen(api, '/books/overview');
  await tab(/^Short 1/);
  expect(tabNames()).toEqual(['All 2', 'Novels 1', 'Short 1']);

  screen.getByRole('tab', { name: /^All/, selected: true }).focus();
  await user.keyboard('{ArrowLeft}');
  await screen.findByRole('tab', { name: /^Short/, selected: true });
  expect(document.activeElement?.textContent).toMatch(/^Short/);
  await waitFor(() => expect(address()).toContain(_id));
  await user.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
  await waitFor(() => expect(tabNames()).toEqual(['All 2', 'Short 1', 'Novels 1']));

  await user.keyboard('{End}');
  await screen.findByRole('tab', { name: /^Novels/, selected: true });
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the tabs' }));
  await user.click(await tab(/^All/));
  await waitFor(() => expect(tabNames()).toEqual(['All 2', 'Short 1']));
  await user.click(screen.getByRole('button', { name: 'More views (1)' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Novels' }));
  await screen.findByRole('tab', { name: /^Novels/, selected: true });

  const stored = async () =>
    (await api.call('GET', '/api/users/current/settings/views.books', { as: 'admin' })).json;
  await waitFor(async () => expect((await stored())?.order?.[0]).toBe(_id));
});

test('a view holds groups, figures and page size, saves changes to them, and is deleted', async () => {
  await save({ name: 'By genre', groups: ['genre'], figures: { pages: 'sum' }, perPage: 50 });
  const { user, address } = await openScreen(api, '/books/overview');
  await user.click(await tab(/^By genre/));
  await screen.findByRole('button', { name: 'Grouped by Genre' });
  expect(address()).toContain('perPage=50');
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Grouped by Genre' }));
  await user.click(await screen.findByRole('button', { name: 'Do not group' }));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull());
  const [stored] = (await api.call('GET', '/api/views', { as: 'admin' })).json.data;
  expect(stored).toMatchObject({ groups: null, figures: { pages: 'sum' }, perPage: 50 });

  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
  await user.click(await screen.findByRole('button', { name: 'Delete view' }));
  await waitFor(() => expect(screen.queryByRole('tablist')).toBeNull());
});

test('a view with a lost filter lists nothing until the reader agrees, and its owner removes the filter', async () => {
  const { _id } = await save({ name: 'Old', where: { genre: 'novel' }, sort: 'pages' });
  await api.database.query(
    `update backoffice.views set settings = replace(settings, '"genre"', '"kind"')`,
  );
  const filter = encodeURIComponent(JSON.stringify({ _view: _id }));
  const { user } = await openScreen(api, `/books/overview?filter=${filter}`);

  await screen.findByText(/may not read: filter\. Without it/);
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Book A' })).toBeNull();
  // Without its filter, it would count other records. What differs from it is known a moment later.
  await waitFor(() =>
    expect(tabNames()).toContainEqual(expect.stringMatching(/^Old(• \(changed\))?$/)),
  );
  await user.click(screen.getByRole('button', { name: 'Show the view without it' }));
  await gridCell('Book B');
  await waitFor(() => expect(document.activeElement?.id).toBe('list-panel'));

  closeScreen();
  const again = await openScreen(api, `/books/overview?filter=${filter}`);
  await again.user.click(await screen.findByRole('button', { name: 'Remove it from the view' }));
  await gridCell('Book B');
  const { json } = await api.call('GET', `/api/views/${_id}`, { as: 'admin' });
  expect(json).toMatchObject({ dropped: [], where: null, sort: 'pages' });
});

test('a declared view with a filter on a field that the reader cannot see shows a warning first', async () => {
  const filter = encodeURIComponent(JSON.stringify({ _view: 'withSecret' }));
  const { user } = await openScreen(api, `/books/overview?filter=${filter}`, { as: 'staff' });

  await screen.findByText(/may not read: filter\. Without it/);
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove it from the view' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show the view without it' }));

  await gridCell('Book A');
});

test('a list with a filter on a field that the reader cannot see shows a warning first', async () => {
  const { user } = await openScreen(api, '/memos/overview', { as: 'staff' });

  await screen.findByText('A part of the filter of “Memos” is missing');
  expect(screen.queryByText('Hidden memo')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show the list without it' }));

  await screen.findByText('Hidden memo');
});

test('a URL with the former name of a collection opens it', async () => {
  const { address } = await openScreen(api, '/volumes/overview?sort=pages');

  await gridCell('Book A');
  expect(address()).toContain('/books/overview?sort=pages');
});

test('a view is shared with a chosen person, who sees from whom it is and removes it for themselves', async () => {
  const { user } = await openScreen(api, '/books/overview');
  await gridCell('Book A');
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as new view' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save as new view' });
  await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'For you');
  await user.type(within(dialog).getByRole('combobox', { name: 'People' }), 'staf');
  await user.click(await screen.findByRole('option', { name: /^staff/ }));
  await within(dialog).findByRole('button', { name: /^staff/ });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await tab(/^For you/);
  closeScreen();

  const other = (await openScreen(api, '/books/overview', { as: 'staff' })).user;
  await other.click(await screen.findByRole('button', { name: /views/i }));
  await other.click(await screen.findByRole('menuitem', { name: /^For you/ }));
  await tab(/^For you/);
  await other.click(screen.getByRole('button', { name: 'Views' }));
  await screen.findByText('For you · shared by admin');
  await other.click(await screen.findByRole('menuitem', { name: 'Remove for me' }));
  const question = await screen.findByRole('dialog', { name: /from your views/ });
  await other.click(within(question).getByRole('button', { name: 'Remove for me' }));
  await waitFor(() => expect(screen.queryByRole('tab', { name: /^For you/ })).toBeNull());
  const [left] = (await api.call('GET', '/api/views', { as: 'admin' })).json.data;
  expect(left.people).toEqual([]);
});
