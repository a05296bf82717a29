import { expect, test } from 'vitest';
import { pasteRows } from '../../support/paste-rows.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';
import { openThreeBooks } from '../../support/three-books.ts';

const api = await openThreeBooks();

type User = Awaited<ReturnType<typeof openScreen>>['user'];

const rows = 'title\tisbn\tprice\nDelta\t5\t1.012,5 EUR\nEpsilon\t6\tfree\n';

test('steps of a column are previewed, and the numbers they make need no other setting', async () => {
  const { user, calls } = await openScreen(api, '/tools/import?into=books');
  await pasteRows(user, rows);
  const panel = await openSteps(user, 'price');
  await addStep(user, 'price', /^Read numbers/);

  const step = await within(panel).findByRole('listitem', { name: '1. Read numbers in price' });
  expect(within(step).getByLabelText(/^Units to remove: /)).toHaveProperty('value', 'EUR');
  expect(document.activeElement).toBe(within(step).getByLabelText(/^Decimal sign: /));
  await within(step).findByText('Changes 1 cell in all 2 rows');
  await within(step).findByText('1 cell stays as it is: see the notes below.');
  expect(within(step).getByText(/^Cannot be read as a number \(free\)/)).toBeTruthy();
  expect(screen.queryByLabelText('Decimal separator in price')).toBeNull();
  await clickDryRun(user);

  const counts = await screen.findByRole('list', { name: 'What the steps changed' });
  expect(counts.textContent).toBe('Read numbers in price: 1 cell changed, 1 could not be read');
  await user.click(await screen.findByRole('button', { name: 'Import 1 record' }));
  await screen.findByText('The import has finished.');
  const { json } = await api.call('GET', '/api/books?isbn=5', { as: 'admin' });
  expect(json.data).toMatchObject([{ title: 'Delta', price: 1012.5 }]);
  // The file, its steps, and what the cells become with each of both.
  expect(calls().filter((call) => call.endsWith('/look')).length).toBeLessThan(7);

  await user.click(await screen.findByRole('link', { name: 'Import another file' }));
  await pasteRows(user, rows);
  await screen.findByText(/You imported a file with these columns before/);
  const all = await screen.findByRole('list', { name: 'All steps, in the order they run' });
  await waitFor(() =>
    expect(all.textContent).toBe('Read numbers in price: 1 cell changed, 1 could not be read'),
  );
  await user.selectOptions(screen.getByLabelText('Recipe'), '');
  expect(screen.queryByRole('list', { name: 'All steps, in the order they run' })).toBeNull();
});

test('steps show what they lack, what the server refuses, and that they change nothing', async () => {
  const { user } = await openScreen(api, '/tools/import?into=books');
  await pasteRows(user, rows);
  const panel = await openSteps(user, 'title');
  await addStep(user, 'title', /^Find and replace/);
  const step = await within(panel).findByRole('listitem', {
    name: '1. Find and replace in title',
  });
  const find = within(step).getByLabelText(/^Find: /);

  expect(within(step).getByText('Enter the text to find.')).toBeTruthy();
  expect(startDryRun()).toHaveProperty('disabled', true);
  await user.type(find, '(');
  await user.click(within(step).getByLabelText(/^Find is a pattern/));
  await waitFor(() => expect(find.getAttribute('aria-invalid')).toBe('true'));
  expect(within(step).getByText(/^Is not a pattern that the import can use/)).toBeTruthy();
  expect(startDryRun()).toHaveProperty('disabled', true);
  await screen.findByText(/a step is incomplete or cannot be used/);
  await user.type(find, 'x)');
  await within(step).findByText('Changes nothing in any row (read: 2).');
  expect(find.getAttribute('aria-invalid')).toBe('false');
  await user.clear(find);
  await user.type(find, '[[DE]');
  await within(step).findByText('Changes 2 cells in all 2 rows');
  await waitFor(() => expect(startDryRun()).toHaveProperty('disabled', false));
});

test('steps run in an order that can be changed, and their new columns are mapped like others', async () => {
  const { user } = await openScreen(api, '/tools/import?into=books');
  await pasteRows(user, 'isbn\tName\n7\tlea, zeta\n');
  const panel = await openSteps(user, 'Name');
  await addStep(user, 'Name', /^Split into columns/);
  const second = await within(panel).findByLabelText(/^New column 2: /);
  await user.clear(second);
  await user.type(second, 'Title');
  const field = await screen.findByLabelText('Field for the column Title');
  expect(field).toHaveProperty('value', 'title');
  expect(within(field.closest('li')!).getByText('added by a step')).toBeTruthy();
  await addStep(user, 'Name', /^Change upper and lower case/);
  await within(panel).findByRole('listitem', { name: /^2\. Change upper/ });

  await user.click(within(panel).getByRole('button', { name: /^Move up: 2\./ }));
  const items = (): (string | null)[] =>
    within(panel)
      .getAllByRole('listitem')
      .map((item) => item.getAttribute('aria-label'));
  expect(items()).toEqual([
    '1. Change upper and lower case in Name',
    '2. Split Name into Name 1, Title',
  ]);
  await clickDryRun(user);
  await user.click(await screen.findByRole('button', { name: 'Import 1 record' }));
  await screen.findByText('The import has finished.');
  const { json } = await api.call('GET', '/api/books?isbn=7', { as: 'admin' });
  expect(json.data).toMatchObject([{ title: 'Zeta' }]);
});

test('removing a step restores the cells, and leaves the focus in its column', async () => {
  const { user } = await openScreen(api, '/tools/import?into=books', { language: 'de' });
  const file = new File([rows], 'books.tsv');
  await user.upload(await screen.findByLabelText('Zu importierende Datei'), file);
  await user.click(await screen.findByRole('button', { name: 'Bereinigen: title' }));
  const panel = await screen.findByRole('group', { name: 'title bereinigen' });
  await user.click(screen.getByRole('button', { name: 'Schritt hinzufügen für title' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Groß- und Klein/ }));
  // The cells after the steps may come before what becomes of them, or never be seen alone.
  const becomes = await screen.findByRole('list', { name: 'Was aus Zellen von title wird' });
  expect(becomes.textContent).toBe('Delta → DELTAEpsilon → EPSILON');

  await user.click(within(panel).getByRole('button', { name: /^Entfernen: 1\./ }));

  await screen.findByText('Delta · Epsilon');
  expect(document.activeElement).toBe(panel);
});

function startDryRun(): HTMLElement {
  return screen.getByRole('button', { name: 'Start dry run' });
}

/** Once the file has been read with the last change. */
async function clickDryRun(user: User): Promise<void> {
  await waitFor(() => expect(startDryRun()).toHaveProperty('disabled', false));
  await user.click(startDryRun());
}

async function openSteps(user: User, column: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: `Clean up ${column}` }));
  return screen.findByRole('group', { name: `Clean up ${column}` });
}

async function addStep(user: User, column: string, kind: RegExp): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Add a step for ${column}` }));
  await user.click(await screen.findByRole('menuitem', { name: kind }));
}
