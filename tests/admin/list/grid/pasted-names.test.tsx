import { expect, test } from 'vitest';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor } from '../../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);

test('unambiguous names of a pasted list are saved, and the cell keeps the rest with the reason', async () => {
  const settings = '/api/users/current/settings/grid.books';
  const columns = [{ name: 'title' }, { name: 'editors' }];
  await api.call('PUT', settings, { as: 'admin', body: { columns } });
  await addRecords(api, '/api/books', [{ title: 'Book A' }]);
  const [one, two] = await addRecords(api, '/api/authors', [{ name: 'One' }, { name: 'Two' }]);
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('Book A')).focus();
  await user.keyboard('{ArrowRight}');

  await user.paste('One; Nobody; Two');

  const editors = async () => {
    const { json } = await api.call('GET', '/api/books', { as: 'admin' });
    return (json.data as Record<string, unknown>[])[0]!['editors'];
  };
  await waitFor(async () => expect(await editors()).toEqual([one!._id, two!._id]));
  await screen.findByText('There is no “Nobody” in Authors. Only the other records are added.');
  expect(document.activeElement!.textContent).toContain('One; Nobody; Two');
  await user.keyboard('{Escape}');
  await gridCell('One, Two');
});
