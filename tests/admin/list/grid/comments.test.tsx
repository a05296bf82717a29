import { beforeEach, describe, expect, test } from 'vitest';
import { openGridBooks } from '../../../support/open-grid-books.ts';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const { api, stored } = await openGridBooks();
await api.addUser('other', 'staff');
beforeEach(() => api.database.query('truncate backoffice.threads cascade'));

const begin = async (body: object) => {
  const [{ _id: record } = {}] = await stored();
  const answer = await api.call('POST', '/api/threads', {
    as: 'other',
    body: { resource: 'books', record, text: 'Is this right?', ...body },
  });
  if (answer.status !== 201) throw new Error(answer.text);
};
const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name });

describe('the comments of a grid', () => {
  test('are marked in cells and rows by the request of the list alone', async () => {
    await begin({ field: 'pages', query: {} });
    await begin({});
    const { calls } = await openScreen(api, '/books/overview', { as: 'staff' });

    expect(await cell(/^100 ?, 1 comment, 1 open query, unread$/)).toBeTruthy();
    expect(await cell('Row tools, 2 comments, 1 open query, unread')).toBeTruthy();
    expect(calls().filter((call) => call.includes('/api/threads'))).toEqual([]);
  });

  test('open at a cell by a key, ready to write, and Escape leads back to the cell', async () => {
    const { user } = await openScreen(api, '/books/overview', { as: 'staff' });
    await user.click(await cell('101'));
    await user.keyboard('{Control>}{Shift>}{F2}{/Shift}{/Control}');

    const panel = within(await screen.findByRole('dialog', { name: 'Comments' }));
    expect(panel.getByText('Only Pages')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(panel.getByLabelText('Text')));
    await user.keyboard('Sure?{Control>}{Enter}{/Control}');
    expect(await panel.findByText('Sure?', { ignore: 'textarea' })).toBeTruthy();
    expect(await cell(/^101 ?, 1 comment$/)).toBeTruthy();
    await user.click(panel.getByLabelText('Text'));
    await user.keyboard('{Escape}');

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(await cell(/^101 ?, 1 comment$/));
  });

  test('open from the menu of a cell', async () => {
    const { user } = await openScreen(api, '/books/overview', { as: 'staff' });
    await user.pointer({ keys: '[MouseRight]', target: await cell('102') });
    await user.click(await screen.findByRole('menuitem', { name: 'Comment…' }));

    const panel = within(await screen.findByRole('dialog', { name: 'Comments' }));
    expect(panel.getByLabelText<HTMLSelectElement>('About').value).toBe('pages');
  });

  test('are absent in the past', async () => {
    await begin({ field: 'pages' });
    const then = encodeURIComponent(new Date().toISOString());
    const { calls } = await openScreen(api, `/books/overview?asOf=${then}`, { as: 'admin' });

    await cell('101');
    expect(calls().filter((call) => call.includes('/api/threads'))).toEqual([]);
  });
});
