import { expect, test } from 'vitest';
import { pasteRows } from '../../support/paste-rows.ts';
import { openScreen, screen, waitFor } from '../../support/screen.tsx';
import { openThreeBooks } from '../../support/three-books.ts';

const api = await openThreeBooks();

const press = async (user: { click(element: Element): Promise<void> }, name: string) =>
  user.click(await screen.findByRole('button', { name }));

test('a row is imported without its one wrong cell', async () => {
  const { user } = await openScreen(api, '/tools/import?into=books');
  await pasteRows(user, 'title\tisbn\tpages\nEta\t8\tmany\n');
  await press(user, 'Start dry run');

  await press(user, 'Import the row without this cell: pages in row 1');
  await screen.findByText('The row is imported without this cell.');
  expect(screen.getByRole('button', { name: 'Put back pages in row 1' })).toBe(
    document.activeElement,
  );
  await press(user, 'Try this again');
  await press(user, 'Import 1 record');
  await screen.findByText('The import has finished.');

  expect(await books('isbn=8')).toMatchObject([{ title: 'Eta', pages: null }]);
});

test('a failed row is corrected after the import, and imported by another job', async () => {
  const { user, address } = await openScreen(api, '/tools/import?into=books');
  await pasteRows(user, 'title\tisbn\tpages\nEta\t8\t3\nTheta\t9\tmany\n');
  await press(user, 'Start dry run');
  await press(user, 'Import 1 record');
  await screen.findByText('The import has finished.');
  const first = address();

  const input = await screen.findByLabelText('pages in row 2');
  await user.clear(input);
  await user.type(input, '7{Enter}');
  await press(user, 'Try this again');
  await screen.findByText(/This was a dry run/);
  expect(address()).not.toBe(first);
  await press(user, 'Import 1 record');
  await screen.findByText('The import has finished.');

  expect(await books('isbn_in=8,9&_sort=isbn')).toMatchObject([
    { title: 'Eta', pages: 3 },
    { title: 'Theta', pages: 7 },
  ]);
});

test('the list of a JSON file is found, and another one is named by its path', async () => {
  const items = [{ no: '8', about: { name: 'Eta' } }];
  const text = JSON.stringify({ errors: [{ text: 'no book' }], data: { items } });
  const { user } = await openScreen(api, '/tools/import?into=books');
  await user.upload(await screen.findByLabelText('File to import'), new File([text], 'api.json'));

  const path = await screen.findByLabelText('List of records');
  expect(path).toHaveProperty('value', 'errors');
  await user.clear(path);
  await user.type(path, 'nothing{Enter}');
  await screen.findByText(/has no list of records at nothing; its lists: errors, data\.items/);
  // The file is read again, and the input is another one.
  const again = await screen.findByLabelText('List of records');
  await waitFor(() => expect(again).toHaveProperty('disabled', false));
  await user.clear(again);
  await user.type(again, 'data.items{Enter}');
  await user.selectOptions(
    await screen.findByLabelText('Field for the column about.name'),
    'title',
  );
  await user.selectOptions(screen.getByLabelText('Field for the column no'), 'isbn');
  await press(user, 'Start dry run');
  await press(user, 'Import 1 record');
  await screen.findByText('The import has finished.');

  expect(await books('isbn=8')).toMatchObject([{ title: 'Eta' }]);
});

async function books(question: string): Promise<unknown> {
  return (await api.call('GET', `/api/books?${question}`, { as: 'admin' })).json.data;
}
