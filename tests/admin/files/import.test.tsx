import { describe, expect, test } from 'vitest';
import { savedFiles } from '../../support/browser-parts.ts';
import { pasteRows } from '../../support/paste-rows.ts';
import { chooseMore, openScreen, screen, waitFor, within } from '../../support/screen.tsx';
import { openThreeBooks } from '../../support/three-books.ts';
import { startDryRun } from '../../support/start-dry-run.ts';

const api = await openThreeBooks();

describe('an import', () => {
  test('starts at the list, reads a file by its settings, and shows the result of each cell', async () => {
    const { user, address } = await openScreen(api, '/books/overview');
    await chooseMore(user, 'Import');
    await user.upload(await screen.findByLabelText('File to import'), csv());
    await screen.findByRole('button', { name: 'Row 3' });
    expect(address()).toMatch(/^\/tools\/jobs\/[\w-]+$/);

    await user.click(screen.getByRole('button', { name: 'Row 3' }));
    await screen.findByRole('button', { name: 'Row 3', pressed: true });
    expect(screen.getAllByRole('button', { name: /^Row /, pressed: true })).toHaveLength(1);
    await choose(user, 'Field for the column Preis', 'price');
    expect(screen.getByLabelText('Decimal separator in Preis')).toHaveProperty('value', ',');
    await choose(user, 'List separator in tags', ',');
    await choose(user, 'Add a field', 'genre');
    await choose(user, 'Genre', 'science');
    await startDryRun(user);

    await screen.findByText('This was a dry run: nothing has been written yet.');
    expect(document.activeElement?.textContent).toMatch(/^This was a dry run/);
    const failed = await screen.findByRole('list', { name: 'Failed' });
    expect(within(failed).getByText(/Must be a number/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Updated 1' }));
    const updated = await screen.findByRole('list', { name: 'Updated' });
    expect(updated.textContent).toMatch(/TitleAlpha → Alpha anew/);
    expect(updated.textContent).toMatch(/Priceempty → 1.50/i);
    expect(await titles()).toEqual(['Alpha', 'Beta', 'Gamma']);
  });

  test('reports each row, offers the failed rows as a file, and is undone', async () => {
    const { user } = await openScreen(api, '/tools/import?into=books');
    await user.upload(await screen.findByLabelText('File to import'), csv());
    await user.click(await screen.findByRole('button', { name: 'Row 3' }));
    await choose(user, 'Field for the column Preis', 'price');
    await choose(user, 'Decimal separator in Preis', ',');
    await startDryRun(user);
    await user.click(await screen.findByRole('button', { name: 'Import 2 records' }));

    const lead = await screen.findByText('Operation lead to the following results');
    expect(document.activeElement?.textContent).toMatch(/^The import has finished/);
    const counts = within(lead.parentElement!).getAllByRole('listitem');
    expect(counts.map((item) => item.textContent)).toEqual([
      'Entries found: 3',
      'Created: 1',
      'Updated: 1',
      'Failed: 1',
    ]);
    expect(await titles()).toEqual(['Alpha anew', 'Beta', 'Delta', 'Gamma']);
    await user.click(screen.getByRole('button', { name: 'Download failed rows' }));
    await waitFor(async () => {
      const [file] = await savedFiles();
      expect(file?.text).toMatch(
        /^\u{FEFF}?_problems;title;isbn;Preis;tags\r\nPreis = much: .*;Bad;6;much;\r\n$/u,
      );
    });

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' });
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }));

    await screen.findByText(/The import was undone/);
    expect(await titles()).toEqual(['Alpha', 'Beta', 'Gamma']);
  });

  test('is repeated with a corrected file, which gets a dry run with the same settings at once', async () => {
    const { user, address } = await openScreen(api, '/tools/import?into=books');
    await pasteRows(user, 'isbn\tName\tpages\n9\tNine\tmany\n10\tTen\t10\n');
    await choose(user, 'Field for the column Name', 'title');
    await choose(user, 'Import mode', 'create');
    await startDryRun(user);
    await screen.findByRole('list', { name: 'Failed' });
    const first = address();

    expect(screen.getByRole('button', { name: 'Choose another file' })).toBeTruthy();
    const right = new File(['isbn\tName\tpages\n9\tNine\t9\n10\tTen\t10\n'], 'right.tsv');
    await user.upload(screen.getByLabelText('File to import'), right);

    await screen.findByRole('heading', { name: 'right.tsv' });
    await user.click(await screen.findByRole('button', { name: 'Import 2 records' }));
    await screen.findByText('The import has finished.');
    expect(address()).not.toBe(first);
    expect(await titles()).toEqual(['Alpha', 'Beta', 'Gamma', 'Nine', 'Ten']);
  });

  test('of the same columns reuses the settings of the last one, which can be named and shared', async () => {
    const { user } = await openScreen(api, '/tools/import?into=books');
    const text = 'Werk\tisbn\nEpsilon\t7\n';
    await pasteRows(user, text);
    await choose(user, 'Field for the column Werk', 'title');
    await startDryRun(user);
    await user.click(await screen.findByRole('button', { name: 'Import 1 record' }));
    await user.click(await screen.findByRole('link', { name: 'Import another file' }));
    await pasteRows(user, text);

    await screen.findByText(/You imported a file with these columns before/);
    expect(screen.getByLabelText('Field for the column Werk')).toHaveProperty('value', 'title');
    await user.click(screen.getByRole('button', { name: 'Save as recipe…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/Recipe name/), 'Shop');
    await user.selectOptions(dialog.getByLabelText('Shared with'), 'all');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(screen.getByRole('option', { name: 'Shop', selected: true })).toBeTruthy(),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('Field for the column Werk')).toHaveProperty('value', 'title');
    await startDryRun(user);
    await screen.findByText('There is nothing to import.');
    expect(screen.getByRole('button', { name: 'Unchanged 1' })).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Change settings' }));
    await choose(user, 'Field for the column Werk', '');
    expect(screen.getAllByRole('option', { name: 'Title (required)' })).not.toEqual([]);
    expect(screen.getByText(/^Before the dry run: map a column to Title,/)).toBeTruthy();
  });

  test('reads cells by the chosen encoding, separator, trimming, date format and number format', async () => {
    const { user } = await openScreen(api, '/tools/import?into=books');
    const lines = ['title|gedruckt|isbn', ' Größe |3/2/1999|8', 'Maß |14/11/2001|9'];
    const file = new File([lines.join('\n')], 'books.csv');
    await user.upload(await screen.findByLabelText('File to import'), file);

    await user.click(await screen.findByRole('button', { name: 'Change the file layout' }));
    await choose(user, 'Encoding', 'windows-1252');
    await screen.findAllByText(/GrÃ¶ÃŸe/);
    await choose(user, 'Encoding', 'utf-8');
    await choose(user, 'Separator', ';');
    await screen.findByText('title|gedruckt|isbn', { selector: 'li *' });
    await choose(user, 'Separator', '|');
    await choose(user, 'Field for the column gedruckt', 'printedOn');
    expect(screen.getByLabelText('Date format in gedruckt')).toHaveProperty('value', 'DD/MM/YYYY');
    await user.click(screen.getByRole('button', { name: 'More settings for title' }));
    await user.click(screen.getByRole('checkbox', { name: 'Remove leading and trailing spaces' }));
    await choose(user, 'Add a field', 'blurb');
    await user.click(await screen.findByLabelText('Blurb'));
    await user.paste('Row {row}');
    await startDryRun(user);
    await user.click(await screen.findByRole('button', { name: 'Import 2 records' }));
    await screen.findByText('Operation lead to the following results');

    const { json } = await api.call('GET', '/api/books?isbn_in=8,9&_sort=isbn', { as: 'admin' });
    expect(json.data).toMatchObject([
      { title: 'Größe', printedOn: '1999-02-03', blurb: 'Row 1' },
      { title: 'Maß', printedOn: '2001-11-14', blurb: 'Row 2' },
    ]);
  });

  test('cannot start in all-or-nothing mode while a row has a problem', async () => {
    const { user } = await openScreen(api, '/tools/import?into=books');
    await pasteRows(user, 'title\tisbn\tpages\nEta\t8\t3\nTheta\t9\tmany\n');
    await user.click(await screen.findByRole('checkbox', { name: /All or nothing/ }));
    await startDryRun(user);

    await screen.findByText(/You chose “All or nothing”/);
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
  });

  test('shows rows with warnings, skips excluded ones, and says what is still missing', async () => {
    const { user } = await openScreen(api, '/tools/import?into=books');
    await pasteRows(user, 'isbn\ttitle\tcopy\n7\tOne\tx\n7\tTwo\tx\n8\tThree\tx\n');
    expect(await screen.findByText(/the last row wins and gets a warning/)).toBeTruthy();
    await choose(user, 'Field for the column copy', 'title');
    const button = screen.getByRole('button', { name: 'Start dry run' });
    expect(button).toHaveProperty('disabled', true);
    const why = document.getElementById(button.getAttribute('aria-describedby')!);
    expect(why?.textContent).toBe('Before the dry run: use only one column for Title.');
    await choose(user, 'Field for the column copy', '');
    await user.click(button);

    await screen.findByText('Rows to check: 1.');
    const said = screen.getByText('This was a dry run: nothing has been written yet.');
    expect(document.activeElement?.contains(said)).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Warnings 1' }));
    const warned = await screen.findByRole('list', { name: 'Warnings' });
    expect(warned.textContent).toMatch(/Matches the same record as row 1, by isbn/);
    await user.click(within(warned).getByRole('checkbox', { name: 'Import row 2' }));
    await screen.findByText('Deselected rows, not imported: 1.');
    await choose(user, 'Rows with warnings', 'leaveOut');
    await screen.findByText(/The selection has changed/);
    expect(screen.queryByRole('button', { name: /^Import / })).toBeNull();
    await choose(user, 'Rows with warnings', 'import');
    await user.click(await screen.findByRole('button', { name: 'Import 2 records' }));
    await screen.findByText('The import has finished.');

    expect(await titles()).toEqual(['Alpha', 'Beta', 'Gamma', 'One', 'Three']);
  });

  test('reports a file of another format', async () => {
    const { user } = await openScreen(api, '/tools/import?into=books');
    const file = new File(['%PDF-1.7'], 'books.csv');

    await user.upload(await screen.findByLabelText('File to import'), file);

    expect((await screen.findByRole('alert')).textContent).toMatch(/XLSX/);
  });
});

type User = Awaited<ReturnType<typeof openScreen>>['user'];

/** As an office sends it: a line above the names, semicolons, decimal commas. */
function csv(): File {
  const lines = [
    'Price list;;;',
    ';;;',
    'title;isbn;Preis;tags',
    'Alpha anew;1;1,50;a, b',
    'Delta;5;2,00;',
    'Bad;6;much;',
  ];
  return new File([lines.join('\r\n')], 'prices.csv', { type: 'text/csv' });
}

async function choose(user: User, label: string, value: string): Promise<void> {
  await user.selectOptions(await screen.findByLabelText(label), value);
}

async function titles(): Promise<string[]> {
  const { json } = await api.call('GET', '/api/books?_sort=title', { as: 'admin' });
  return json.data.map(({ title }: { title: string }) => title);
}
