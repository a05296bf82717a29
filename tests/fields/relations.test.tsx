import { beforeAll, describe, expect, it } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../support/library.ts';
import { openScreensOf } from '../support/open-screens-of.ts';
import { addRecords } from '../support/screen-library.ts';
import { openScreen, screen, startEditing, waitFor, within } from '../support/screen.tsx';

// Relations live from other records: they are tried in the whole application, on a real database.

let ada: Record<string, any>;
let book: Record<string, any>;

const api = await openScreensOf(() => toDescriptor(library()));
beforeAll(async () => {
  const names = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil'];
  const authors = await addRecords(
    api,
    '/api/authors',
    names.map((name) => ({ name })),
  );
  ada = authors[0]!;
  [book] = (await addRecords(api, '/api/books', [
    { title: 'Novel', author: ada._id, editors: authors.map(({ _id }) => _id as string) },
    { title: 'Poems' },
  ])) as [Record<string, any>];
});

describe('a reference', () => {
  it('is a link with the title of its record, in a list', async () => {
    await openScreen(api, '/books/overview');

    const [link] = await screen.findAllByRole('link', { name: 'Ada' });
    expect(link!.getAttribute('href')).toBe(`/authors/details/${ada._id}`);
  });

  it('is requested together with all others of the page', async () => {
    const { calls } = await openScreen(api, '/books/overview');

    await screen.findAllByRole('link', { name: 'Ada' });
    expect(calls().filter((call) => call.includes('/api/authors'))).toHaveLength(1);
  });

  it('to a hidden record is called hidden, with its _id on hover', async () => {
    await openScreen(api, '/books/overview', { as: 'viewer' });

    const [hidden] = await screen.findAllByText('not visible to you');
    expect(hidden!.getAttribute('title')).toBe(ada._id);
    expect(screen.queryByRole('link', { name: 'Ada' })).toBeNull();
  });

  it('is chosen by searching for its title, and records are requested only then', async () => {
    const { user, calls } = await openScreen(api, `/books/details/${book._id}`);
    await startEditing(user);
    const input = await screen.findByRole('combobox', { name: 'Author' });
    await waitFor(() => expect(input).toHaveProperty('value', 'Ada'));
    expect(calls().filter((call) => call.startsWith('GET /api/authors?_sort'))).toEqual([]);

    await user.clear(input);
    await user.type(input, 'cle');
    await waitFor(() => expect(calls().join()).toMatch(/authors\/search\?q=cle/));
    await user.click(await screen.findByRole('option', { name: 'Cleo' }));
    expect(input).toHaveProperty('value', 'Cleo');
  });

  it('narrows a list to the records that refer to one of several', async () => {
    const { user, address } = await openScreen(api, '/books/overview');
    await screen.findByText('Poems');

    await user.click(screen.getByRole('button', { name: 'Filter' }));
    const panel = within(await screen.findByRole('complementary', { name: 'Filter' }));
    await user.type(await panel.findByRole('combobox', { name: 'Field' }), 'Author');
    await user.click(await screen.findByRole('option', { name: 'Author' }));
    await user.type(await panel.findByRole('combobox', { name: 'Value' }), 'ada');
    await user.click(await screen.findByRole('option', { name: 'Ada' }));

    await waitFor(() => expect(screen.queryByText('Poems')).toBeNull());
    expect(decodeURIComponent(address())).toContain(`"author_in":["${ada._id}"]`);
  });
});

describe('references', () => {
  it('on a page are the first of many, with a link to a list of all', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `Editor ${at}`);
    const editors = await addRecords(
      api,
      '/api/authors',
      names.map((name) => ({ name })),
    );
    const [many] = await addRecords(api, '/api/books', [
      { title: 'Many', isbn: '12-12', editors: editors.map(({ _id }) => _id as string) },
    ]);
    const { user, address } = await openScreen(api, `/books/details/${many!['_id']}`);

    await user.click(await screen.findByRole('link', { name: 'Show all 12' }));

    const filter = new URLSearchParams(address().split('?')[1]).get('filter');
    expect(JSON.parse(filter!)).toEqual({
      where: { 'some(books.editors).isbn': '12-12' },
    });
    await screen.findByText(/^Books › /);
    await screen.findAllByText('Editor 1');
    expect(screen.queryByText('Ada')).toBeNull();
  });

  it('are three links in a list and how many more', async () => {
    await openScreen(api, '/books/overview');

    const row = (
      await within(await screen.findByRole('grid')).findByText('Novel')
    ).closest<HTMLElement>('[role="row"]')!;
    await within(row).findByRole('link', { name: 'Cleo' });
    expect(within(row).queryByRole('link', { name: 'Dora' })).toBeNull();
    expect(within(row).getByText('+2')).toBeDefined();
  });

  it('are added by searching', async () => {
    const { user } = await openScreen(api, '/books/create');

    const input = await screen.findByRole('combobox', { name: 'Editors' });
    await user.type(input, 'be');
    await user.click(await screen.findByRole('option', { name: 'Ben' }));

    expect(await screen.findByRole('button', { name: 'Ben' })).toBeDefined();
  });
});

/** The library, where a viewer knows nothing of authors. */
function library(): Record<string, any> {
  const source = structuredClone(librarySource) as Record<string, any>;
  delete source.resources.authors.permissions.viewer;
  Object.assign(source.resources.books, {
    list: {
      columns: ['title', 'author', 'editors'],
      filters: ['author', 'editors'],
      sort: 'title',
    },
    form: [{ tab: 'Book', fields: ['title', 'author', 'editors'] }],
  });
  return source;
}
