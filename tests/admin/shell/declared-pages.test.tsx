import { describe, expect, test } from 'vitest';
import { definePage, type PageCodes } from '../../../src/admin/pages/define-page.ts';
import { isScreen } from '../../../src/admin/shell/is-screen.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { deskSource } from '../../support/desk.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, within } from '../../support/screen.tsx';

const app = {
  ...deskSource.app,
  pages: [
    {
      name: 'board',
      path: '/tools/board',
      group: 'work',
      label: { en: 'Board', de: 'Tafel' },
      help: 'What is to be done',
    },
    { name: 'vault', path: '/tools/vault', label: 'Vault', roles: ['clerk'], fills: 'notes' },
  ],
};
const { notes, ...others } = deskSource.resources;
const descriptor = toDescriptor({
  ...deskSource,
  app,
  resources: { notes, ...others },
});
const pages: PageCodes = {
  board: { resources: [], load: async () => definePage({ Page: () => <p>All on a board</p> }) },
  vault: { resources: [], load: async () => definePage({ Page: () => <p>All locked</p> }) },
};

const desk = await openScreensOf(() => descriptor);

const menu = async () => within(await screen.findByRole('navigation', { name: 'Main menu' }));

describe('a page of an extension', () => {
  test('is in its group of the menu and opens with its title', async () => {
    const { user, address } = await openScreen(desk, '/dashboard', { as: 'agent', pages });
    const work = within((await menu()).getByRole('list', { name: 'Work' }));

    await user.click(work.getByRole('link', { name: 'Board' }));

    expect(address()).toBe('/tools/board');
    expect(await screen.findByText('All on a board')).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Board' })).toBeTruthy();
  });

  test('has its label in the language of the screens', async () => {
    await openScreen(desk, '/tools/board', { as: 'agent', language: 'de', pages });

    expect(await screen.findByRole('heading', { level: 1, name: 'Tafel' })).toBeTruthy();
  });

  test('is on the page of tools with its description', async () => {
    await openScreen(desk, '/tools/overview', { as: 'agent', pages });

    const card = await screen.findByRole('region', { name: 'Board' });
    expect(within(card).getByText('What is to be done')).toBeTruthy();
    expect(within(card).getByRole('link', { name: 'Open: Board' })).toBeTruthy();
  });

  test.each([
    ['clerk', 'All locked'],
    ['admin', 'All locked'],
    ['agent', "You don't have the right permissions to access this page"],
  ])('of the clerks tells %s "%s"', async (as, words) => {
    await openScreen(desk, '/tools/vault', { as, pages });

    expect(await screen.findByText(words, { exact: false })).toBeTruthy();
    const link = (await menu()).queryByRole('link', { name: 'Vault' });
    expect(link === null).toBe(as === 'agent');
  });

  test.each([
    ['clerk', '/tools/vault'],
    ['agent', undefined],
  ])('that fills a collection is offered in its empty list to %s: %s', async (as, path) => {
    await openScreen(desk, '/notes/overview', { as, pages });

    await screen.findByRole('heading', { name: 'No Notes yet' });
    const main = within(screen.getByRole('main'));
    const link = main.queryByRole('link', { name: 'Vault' });
    expect(link?.getAttribute('href')).toBe(path);
    const text = path ? 'Open “Vault” to fill this list.' : /^Create the first one/;
    expect(main.getByText(text)).toBeTruthy();
  });

  test('that fills a collection keeps an import from starting with it', async () => {
    await openScreen(desk, '/tools/import', { as: 'admin', pages });

    const collection = await screen.findByRole('combobox', { name: 'Collection' });
    const values = within(collection).getAllByRole<HTMLOptionElement>('option');
    expect(values[0]!.value).toBe('notes');
    expect(collection).toHaveProperty('value', values[1]!.value);
  });

  test('is known only by its URL to roles without the right', async () => {
    const { json } = await desk.call('GET', '/api/config', { as: 'agent' });

    expect(json.descriptor.app.pages).toEqual([
      app.pages[0],
      { name: 'vault', path: '/tools/vault', roles: [] },
    ]);
  });

  test('is a page for the server too, while it is declared', () => {
    expect(isScreen(descriptor, '/tools/board')).toBe(true);
    expect(isScreen(descriptor, '/tools/other')).toBe(false);
  });
});
