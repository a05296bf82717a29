import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openLibraryInMemory } from '../../../support/library-in-memory.ts';
import {
  leaveScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
  waitFor,
  within,
} from '../../../support/screen.tsx';
import { bringAllNear } from '../../../support/near-observer.ts';

let library: Awaited<ReturnType<typeof openLibraryInMemory>>;

beforeAll(async () => {
  library = await openLibraryInMemory((source) => {
    source.roles.staff = { configure: true };
    source.resources.books.form = [{ tab: 'Work', fields: ['title', 'isbn'] }];
    source.resources.books.fields.pages.read = ['viewer'];
    source.resources.authors.children = [{ resource: 'books', field: 'author' }];
  });
  const writer = { name: 'Ada' };
  const { json } = await library.call('POST', '/api/authors', { as: 'admin', body: writer });
  for (const title of ['First book', 'Second book']) {
    const body = { title, pages: 123, author: json._id };
    await library.call('POST', '/api/books', { as: 'admin', body });
  }
  startScreens(library);
});
afterEach(async () => {
  await leaveScreen();
  await library.database.query('delete from backoffice.structure_drafts');
});
afterAll(async () => {
  await stopScreens();
  await library.close();
});

const openForm = (collection = 'books') =>
  openScreen(library, `/structure/${collection}?tab=form`, { as: 'staff' });

const preview = async () => within(await screen.findByRole('region', { name: 'Preview' }));

test('the form of the newest record follows the draft, and another record can be searched', async () => {
  const { user } = await openForm();
  const form = await preview();
  const work = within(await form.findByRole('region', { name: 'Work' }));
  expect(work.getByRole('group', { name: 'Title' }).textContent).toBe('Second book');
  expect(work.getByRole('group', { name: 'Isbn' })).toBeTruthy();
  expect(await form.findByText('Ada')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Remove Isbn' }));
  const choice = form.getByRole('combobox', { name: 'With the values of' });
  await user.clear(choice);
  await user.type(choice, 'First');
  await user.click(await screen.findByRole('option', { name: 'First book' }));

  const now = within(form.getByRole('region', { name: 'Work' }));
  await waitFor(() =>
    expect(now.getByRole('group', { name: 'Title' }).textContent).toBe('First book'),
  );
  expect(now.queryByRole('group', { name: 'Isbn' })).toBeNull();
  expect(form.getByRole('group', { name: 'Isbn' })).toBeTruthy();
});

test('a field that the person may not read is not in the preview', async () => {
  await openForm();
  const form = await preview();

  expect(await form.findByRole('group', { name: 'Title' })).toBeTruthy();
  expect(form.queryByRole('group', { name: 'Pages' })).toBeNull();
});

test('lists of other records have those that are there, without columns that only the draft has', async () => {
  bringAllNear();
  await openForm('authors');
  const form = await preview();

  const list = within(await form.findByRole('region', { name: /^Books/ }));
  expect(await list.findByText('First book')).toBeTruthy();
});

test('a collection without records has empty fields', async () => {
  await openForm('ledgers');
  const form = await preview();

  expect(await form.findByText(/There is no record that you can see/)).toBeTruthy();
  expect(form.getByRole('group', { name: 'Entry' })).toBeTruthy();
});
