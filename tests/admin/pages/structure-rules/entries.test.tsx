import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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

let library: Awaited<ReturnType<typeof openLibraryInMemory>>;

beforeAll(async () => {
  library = await openLibraryInMemory((source) => {
    source.resources.books.fields.size = {
      type: 'object',
      fields: { height: { type: 'number' }, unit: { type: 'text', maxLength: 9 } },
    };
    source.resources.authors.fields.mentor = { type: 'reference', to: 'authors', tree: true };
  });
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

const open = (path: string) => openScreen(library, path, { as: 'admin' });

const group = (name: string) => screen.findByRole('group', { name });

/** The names in a list, as people read them. */
const rowsIn = (list: HTMLElement) =>
  within(list)
    .queryAllByRole('button', { name: /^Remove / })
    .map((button) => button.getAttribute('aria-label')!.slice('Remove '.length));

const openField = async (collection: string, field: string) => {
  const { user } = await open(`/structure/${collection}`);
  await user.click(await screen.findByRole('button', { name: `Settings of ${field}` }));
  return { user, panel: within(await screen.findByRole('dialog')) };
};

describe('entries of settings', () => {
  test('are lists of fields', async () => {
    const { user } = await open('/structure/books?tab=rules');
    const unique = await group('Unique');
    await user.click(within(unique).getByRole('button', { name: 'Add' }));
    const fields = within(unique).getByRole('group', { name: 'Fields' });
    const add = within(fields).getByRole('combobox');
    expect(document.activeElement).toBe(add);

    await user.type(add, 'title{ArrowDown}{Enter}');
    await user.type(within(fields).getByRole('combobox'), 'pages{ArrowDown}{Enter}');

    expect(rowsIn(unique)).toEqual(['Title · Pages', 'Title', 'Pages']);
    expect(await screen.findByText('1 change')).toBeTruthy();
  });

  test('are a name alone, until there is another', async () => {
    const { user } = await open('/structure/authors?tab=general');
    const key = await group('Import key');
    expect(rowsIn(key)).toEqual(['Name']);

    await user.type(within(key).getByRole('combobox'), 'pen{ArrowDown}{Enter}');

    expect(rowsIn(key)).toEqual(['Name', 'Pen name']);
    await user.click(within(key).getByRole('button', { name: 'Move Pen name up' }));
    expect(rowsIn(key)).toEqual(['Pen name', 'Name']);
  });

  test('have names, which people change', async () => {
    const { user } = await open('/structure/overview?tab=app');
    const links = await group('Links');
    await user.click(within(links).getByRole('button', { name: 'Add' }));
    const name = within(links).getByLabelText('Name');
    expect(document.activeElement).toBe(name);

    await user.clear(name);
    await user.type(name, 'publicApiDocs{Enter}');
    await user.type(within(links).getByLabelText(/^Value/), '/docs/api{Enter}');

    expect(rowsIn(links)).toEqual(['Public api docs']);
    await user.click(within(links).getByRole('button', { name: 'Add' }));
    await user.click(within(links).getByRole('button', { name: 'Move Link1 up' }));
    expect(rowsIn(links)).toEqual(['Link1', 'Public api docs']);
    await user.click(within(links).getByRole('button', { name: 'Remove Link1' }));
    await waitFor(() => expect(screen.getByText('1 change')).toBeTruthy());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('are parts of a field, with the settings of their type', async () => {
    const { user, panel } = await openField('books', 'Size');
    const parts = panel.getByRole('group', { name: 'Fields' });
    await user.click(within(parts).getByRole('button', { name: 'Unit' }));
    const unit = within(within(parts).getByRole('group', { name: 'Unit' }));
    expect(unit.getByLabelText<HTMLInputElement>('Max length').value).toBe('9');

    await user.selectOptions(unit.getByLabelText('Type'), 'boolean');

    expect(unit.queryByLabelText('Max length')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('a setting that is on or an object has its settings once it is on', async () => {
  const { user, panel } = await openField('authors', 'Mentor');
  const depth = panel.getByLabelText(/^Max depth/);

  await user.type(depth, '3{Enter}');

  const tree = panel.getByRole<HTMLInputElement>('switch', { name: 'Tree' });
  expect(tree.checked).toBe(true);
  await user.click(tree);
  expect(panel.queryByLabelText(/^Max depth/)).toBeNull();
  expect(await screen.findByText('1 change')).toBeTruthy();
});
