import { describe, expect, test } from 'vitest';
import { savedFiles } from '../../support/browser-parts.ts';
import { chooseMore, openScreen, screen, waitFor, within } from '../../support/screen.tsx';
import { openThreeBooks } from '../../support/three-books.ts';

const api = await openThreeBooks();

describe('the export of a list', () => {
  test('contains all matching records in the order of the list, with columns in the chosen order', async () => {
    const filter = encodeURIComponent(JSON.stringify({ genre: 'novel' }));
    const { user } = await openScreen(
      api,
      `/books/overview?filter=${filter}&sort=title&order=DESC`,
    );
    await screen.findByRole('link', { name: 'Gamma' });

    await chooseMore(user, 'Export');
    const dialog = await screen.findByRole('dialog', { name: 'Export Books' });
    await within(dialog).findByRole('radio', { name: 'All: 3' });
    const listed = await within(dialog).findByRole('radio', { name: 'Current list: 2' });
    expect(listed).toHaveProperty('checked', true);
    await choose(user, 'Format', 'csv');
    await choose(user, 'Separator', ';');
    await user.click(within(dialog).getByRole('button', { name: 'None' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Genre' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Title' }));
    await user.click(within(dialog).getByRole('button', { name: 'Move Title up' }));
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await screen.findByText('File saved');

    const [file] = await savedFiles();
    expect(file?.name).toBe('books-export.csv');
    const rows = file!.text.trim().split('\r\n');
    expect(rows.map((row) => row.split(';').slice(2))).toEqual([
      ['title', 'genre'],
      ['Gamma', 'novel'],
      ['Alpha', 'novel'],
    ]);
  });

  test('contains only the chosen records or all, in the format used last', async () => {
    const { user } = await openScreen(api, '/books/overview');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Beta' }));

    await user.click(await screen.findByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog', { name: 'Export Books' });
    await within(dialog).findByRole('radio', { name: 'Selected: 1' });
    await choose(user, 'Format', 'json');
    await user.click(within(dialog).getByRole('button', { name: 'None' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Title' }));
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [chosen] = await savedFiles();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const again = await screen.findByRole('dialog', { name: 'Export Books' });
    expect(within(again).getByLabelText('Format')).toHaveProperty('value', 'json');
    await user.click(await within(again).findByRole('radio', { name: 'All: 3' }));
    await user.click(within(again).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    const [whole] = await savedFiles();
    const files = [chosen, whole].map((file) => JSON.parse(file!.text));
    expect(files[0]).toEqual([{ _id: expect.any(String), _version: 1, title: 'Beta' }]);
    expect(files[1]).toHaveLength(3);
    expect(Object.keys(files[1][0])).toEqual(['_id', '_version', 'title']);
  });
});

type User = Awaited<ReturnType<typeof openScreen>>['user'];

async function choose(user: User, label: string, value: string): Promise<void> {
  await user.selectOptions(await screen.findByLabelText(label), value);
}
