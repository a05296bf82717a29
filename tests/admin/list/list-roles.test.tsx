import { describe, expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { openScreen, screen, gridRows, waitFor, within } from '../../support/screen.tsx';
import { addThirtyBooks } from '../../support/thirty-books.ts';

const api = await openScreensOf(screenLibrary);
await addThirtyBooks(api);

const titles = async () =>
  (await gridRows('Books')).map((row) => row.find((text) => text.startsWith('Book ')));

describe('a narrow screen', () => {
  test('shows each record as a card with its title and first fields', async () => {
    const { user } = await openScreen(api, '/books/overview', { width: 390 });

    const link = await screen.findByRole('link', { name: 'Book 01' });
    const card = link.closest('li')!;
    await within(card).findByText('Ada');
    expect(screen.queryByRole('grid')).toBeNull();
    expect(
      within(card)
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['Author', 'Genre', 'Pages', 'Tags']);
    await user.click(within(card).getByRole('checkbox', { name: 'Select Book 01' }));
    expect(await screen.findByText('1 selected')).toBeTruthy();
  });

  test('sorts and filters like a wide screen', async () => {
    const { user, address } = await openScreen(api, '/books/overview', { width: 390 });
    await screen.findByRole('link', { name: 'Book 01' });

    await user.click(screen.getByRole('button', { name: 'Sort: Title ascending' }));
    const order = within(await screen.findByRole('dialog', { name: 'Sort' }));
    await user.selectOptions(order.getByRole('combobox', { name: 'Then sort by' }), 'Pages');
    await user.click(await order.findByRole('button', { name: 'Move Pages up' }));
    await user.click(
      await order.findByRole('button', { name: 'Pages: ascending. Reverse the order' }),
    );
    await order.findByRole('button', { name: 'Pages: descending. Reverse the order' });
    await user.click(order.getByRole('button', { name: 'Do not sort by Title' }));
    await user.keyboard('{Escape}');
    await screen.findByRole('link', { name: 'Book 30' });
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filter' }));
    await user.type(await sheet.findByRole('combobox', { name: 'Field' }), 'Pages');
    await user.click(await screen.findByRole('option', { name: 'Pages' }));
    await user.click(sheet.getByRole('combobox', { name: 'Operator' }));
    await user.click(await screen.findByRole('option', { name: '≤ at most' }));
    await user.type(sheet.getByRole('textbox', { name: 'Value' }), '110');
    await sheet.findByText('11 records match');
    await user.click(sheet.getByRole('button', { name: 'Done' }));

    await screen.findByRole('link', { name: 'Book 11' });
    expect(screen.getByRole('button', { name: 'Sort: Pages descending' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Filter 1' })).toBeTruthy();
    expect(decodeURIComponent(address())).toContain('{"pages_lte":110}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a role with fewer rights', () => {
  test('sees no button that the server would refuse', async () => {
    const { user } = await openScreen(api, '/books/overview', { as: 'viewer' });
    await titles();

    expect(screen.queryByRole('link', { name: 'Create' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Undo and redo' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('menuitem', { name: 'Export' });
    for (const name of ['Import', 'Trash'])
      expect(screen.queryByRole('menuitem', { name })).toBeNull();
  });

  test('is told that it cannot open a list', async () => {
    await openScreen(api, '/users/overview', { as: 'viewer' });

    const heading = await screen.findByRole('heading', { level: 2 });

    expect(heading.textContent).toBe('Page not found');
  });
});

describe('many records', () => {
  test.each([
    ['a filter', { title_starts: 'Old' }],
    ['words that are searched for', { q: 'old' }],
  ])('are deleted at once, all that match %s', async (_, chosen) => {
    await addRecords(api, '/api/books', [
      { title: 'Old 1' },
      { title: 'Old 2' },
      { title: 'Old 3' },
    ]);
    const filter = encodeURIComponent(JSON.stringify(chosen));
    const { user, calls } = await openScreen(api, `/books/overview?filter=${filter}`);

    await user.click(await screen.findByRole('checkbox', { name: 'Select Old 1' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 3' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete 3 records?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));

    await screen.findByRole('heading', { name: 'No results' });
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual(['POST /api/books/bulk']);
  });

  test('are kept if others refer to them, and the summary gives the reason', async () => {
    const { user } = await openScreen(api, '/authors/overview');

    await user.click(await screen.findByRole('checkbox', { name: 'Select Ada' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete 1 record?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));

    await within(dialog).findByText('Operation lead to the following results');
    expect(within(dialog).getByText(/Failed/).textContent).toContain('1');
  });
});
