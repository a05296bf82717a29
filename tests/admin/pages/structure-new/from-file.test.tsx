import { afterEach, describe, expect, test } from 'vitest';
import { addCreated, created } from '../../../../src/admin/pages/structure/draft/created.ts';
import { leaveScreen, openScreen, screen, waitFor, within } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const library = await openStructureScreens((source) => {
  source.roles.staff = { configure: true };
});
afterEach(() => created.set([]));

const csv = 'Lot No.;Mass;Remark;Note\nA-1;1,5;dry;x\nA-2;2,25;wet;y\nA-3;3;1;2;3\n';

async function open(text: string, name: string, path = '/structure/new?from=file') {
  const opened = await openScreen(library, path);
  await opened.user.upload(await screen.findByLabelText('File to import'), new File([text], name));
  return opened;
}

/** Saves a draft that changes only the title of the app. */
async function saveDraft(title: string): Promise<void> {
  const { json } = await library.call('GET', '/api/structure/descriptor', { as: 'admin' });
  const [{ path, text }, ...others] = json.files;
  const files = [{ path, text: text.replace('"Library"', `"${title}"`) }, ...others];
  const body = { files, base: json.hash };
  await library.call('PUT', '/api/structure/drafts/mine', { as: 'admin', body });
}

const column = (number: number) => within(screen.getByRole('group', { name: `Field ${number}` }));

/** As the screens do once the server says that the descriptor has changed. */
async function restart() {
  await leaveScreen();
  return await openScreen(library, '/structure/overview');
}

describe('a new collection from a file', () => {
  test('is created and filled in one go, as the person has changed the proposal', async () => {
    const { user } = await open(csv, 'Lots.csv');
    await screen.findByText('Lots.csv – rows: 2, columns: 4.');
    expect(screen.getByRole('alert').textContent).toMatch(/Row 3 \(line 4\) has 5 cells/);
    expect(column(1).getByText(/^2 values, all different\. Filled in every row/)).toBeTruthy();
    expect(column(2).getByRole<HTMLSelectElement>('combobox', { name: 'Type' }).value).toBe(
      'number',
    );
    await user.click(column(4).getByRole('checkbox', { name: 'Import' }));
    await user.clear(column(3).getByRole('textbox', { name: 'Label of the field (English)' }));
    await user.type(
      column(3).getByRole('textbox', { name: 'Label of the field (English)' }),
      'State',
    );

    await user.click(screen.getByRole('button', { name: 'Create and import' }));

    // Without another question.
    await screen.findByText(/The change was applied/);
    await restart();
    await screen.findByText(/^Imported records: 2\. Rows that were not imported: 1\./);
    const { json } = await library.call('GET', '/api/lots?_sort=lotNo', { as: 'admin' });
    expect(json.data).toMatchObject([
      { lotNo: 'A-1', mass: 1.5, state: 'dry' },
      { lotNo: 'A-2', mass: 2.25, state: 'wet' },
    ]);
    expect(json.data[0]).not.toHaveProperty('note');
    const link = screen.getByRole('link', { name: 'Open the list' });
    expect(link.getAttribute('href')).toBe('/lots/overview');
  });

  test('is reviewed together with other changes', async () => {
    await saveDraft('Books');
    const { user } = await open('Name\nAnn\nBo\n', 'Visitors.csv');

    await user.click(await screen.findByRole('button', { name: 'Create and import' }));

    await screen.findByText('Visitors: new');
    await screen.findByText('adds the table visitors');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' })).toBeTruthy());
    expect(screen.queryByText(/The change was applied/)).toBeNull();
  });

  test('says why a file cannot be read, and takes another', async () => {
    const { user } = await open('a,a\n1,2\n', 'Twice.csv');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/a/));

    await user.upload(screen.getByLabelText('File to import'), new File(['a\n1\n'], 'Once.csv'));

    await screen.findByText('Once.csv – rows: 1, columns: 1.');
    await user.click(screen.getByRole('button', { name: 'Another file' }));
    await screen.findByLabelText('File to import');
  });

  test('needs the right to import into it', async () => {
    const { user } = await openScreen(library, '/structure/new?from=file', { as: 'staff' });
    const file = new File(['Name\nAnn\n'], 'Guests.csv');
    await user.upload(await screen.findByLabelText('File to import'), file);
    const create = await screen.findByRole('button', { name: 'Create and import' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Who may use it' }), 'users');

    await screen.findByText('Your role may not import into it. Choose other permissions.');
    await user.click(create);
    expect(screen.queryByText('Guests: new')).toBeNull();
  });
});

test('a collection whose import fails says so, and offers it again', async () => {
  const file = new File(['Title\nEmma\n'], 'books.csv');
  addCreated({ name: 'books', rows: { file, request: { mapping: { Title: 'nothing' } } } });
  const { user, calls } = await openScreen(library, '/structure/overview');
  const note = (
    await screen.findByText(/The collection is there, but books\.csv was not imported/)
  ).closest<HTMLElement>('[role="alert"]')!;
  expect(within(note).getByRole('link', { name: 'Go to the import' })).toBeTruthy();
  calls();

  await user.click(within(note).getByRole('button', { name: 'Import again' }));

  await waitFor(() => expect(calls()).toContain('POST /api/books/jobs'));
});

describe('a file does not wait for another collection of that name', () => {
  const press = async (user: { click: (element: Element) => Promise<void> }, name: string) =>
    user.click(await screen.findByRole('button', { name }));

  test.each([
    ['the draft is discarded', 'Discard changes', 'Discard changes'],
    ['a draft without the collection is applied', 'Review changes', 'Apply'],
  ])('once %s', async (_, first, last) => {
    const file = new File(['Title\n'], 'Ghosts.csv');
    addCreated({ name: 'ghosts', rows: { file, request: {} } });
    await saveDraft(first);
    const { user } = await openScreen(library, '/structure/overview');

    await press(user, first);
    await press(user, last);

    await waitFor(() => expect(created.get()).toEqual([]));
  });
});
