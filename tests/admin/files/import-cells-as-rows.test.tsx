import { expect, test } from 'vitest';
import { pasteRows } from '../../support/paste-rows.ts';
import { openScreen, screen, within } from '../../support/screen.tsx';
import { startDryRun } from '../../support/start-dry-run.ts';
import { openThreeBooks } from '../../support/three-books.ts';

const api = await openThreeBooks();

const names = ['v', 'w', 'x', 'y', 'z'];
const rows = `genre\t${names.join('\t')}\nnovel\t1\t2\t3\t4\t\npoetry\t\t\t\t\t0.5\n`;

test('each cell of proposed columns becomes a record, also of the next file', async () => {
  const { user } = await openScreen(api, '/tools/import?into=books');
  await pasteRows(user, rows);
  await screen.findByText('Each cell in these columns may be a record of its own: v, w, x, y, z');
  await user.click(screen.getByRole('button', { name: 'One record per cell' }));
  const form = screen.getByRole('group', { name: 'One record per cell' });
  const checked = within(form)
    .getAllByRole('checkbox', { checked: true })
    .map((box) => box.closest('label')?.textContent);
  const apply = within(form).getByRole('button', { name: 'Create one record per cell' });

  expect(checked).toEqual(names);
  expect(apply).toHaveProperty('disabled', true);
  await user.selectOptions(within(form).getByLabelText('Field for the column name'), 'title');
  await user.selectOptions(within(form).getByLabelText('Field for the cell'), 'pages');
  await user.click(apply);

  const done =
    /^Each filled cell in these columns becomes a record: v, w, x, y, z\. The column Title/;
  await screen.findByText(done);
  expect(await screen.findByLabelText('Field for the column Title')).toHaveProperty(
    'value',
    'title',
  );
  await screen.findByText('v · w · x · y · z');
  await startDryRun(user);
  await screen.findByText('in the file: 3, z');
  await user.click(await screen.findByRole('button', { name: 'Import 4 records' }));
  await screen.findByText('The import has finished.');
  const { json } = await api.call('GET', '/api/books?pages_gte=1&_sort=title', { as: 'admin' });
  expect(json.data.map(({ title, pages, genre }: any) => [title, pages, genre])).toEqual([
    ['v', 1, 'novel'],
    ['w', 2, 'novel'],
    ['x', 3, 'novel'],
    ['y', 4, 'novel'],
  ]);

  await user.click(await screen.findByRole('link', { name: 'Import another file' }));
  await pasteRows(user, rows);
  await screen.findByText(done);
  await user.click(screen.getByRole('button', { name: 'One record per row' }));
  expect(await screen.findByLabelText('Field for the column v')).toBeTruthy();
  expect(screen.queryByText(done)).toBeNull();
});
