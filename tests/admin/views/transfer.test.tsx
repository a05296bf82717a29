// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { savedFiles } from '../../support/browser-parts.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import {
  closeScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
  waitFor,
  within,
} from '../../support/screen.tsx';

let api: TestApi;

beforeAll(async () => {
  const descriptor = screenLibrary();
  api = await openTestApi({ descriptor: () => descriptor });
  await addRecords(api, '/api/books', [
    { title: 'Alpha', isbn: '1', genre: 'novel' },
    { title: 'Beta', isbn: '2', genre: 'poetry' },
    { title: 'Gamma', isbn: '3', genre: 'novel' },
  ]);
  startScreens(api);
});
afterEach(closeScreen);
afterAll(async () => {
  stopScreens();
  await api.close();
});

describe('the export of a list', () => {
  test('is a file with every record the filter lets through, in the order of the list', async () => {
    const filter = encodeURIComponent(JSON.stringify({ genre: 'novel' }));
    const { user } = await openScreen(
      api,
      `/books/overview?filter=${filter}&sort=title&order=DESC`,
    );
    await screen.findByRole('link', { name: 'Gamma' });

    await user.click(screen.getByRole('button', { name: 'Export as JSON' }));
    await screen.findByText('The file has been saved');

    const [file] = await savedFiles();
    expect(file?.name).toBe('books-export.json');
    const titles = JSON.parse(file!.text).map((record: { title: string }) => record.title);
    expect(titles).toEqual(['Gamma', 'Alpha']);
  });
});

describe('an import', () => {
  const choose = async (records: unknown) => {
    const page = await openScreen(api, '/books/overview');
    await page.user.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import Books' });
    const file = new File([JSON.stringify(records)], 'books.json', { type: 'application/json' });
    await page.user.upload(within(dialog).getByLabelText('File to import'), file);
    return { ...page, dialog };
  };

  test('is tried first and says what would happen, with each problem', async () => {
    const { user, dialog } = await choose([
      { title: 'Delta', isbn: '4' },
      { title: 'Alpha again', isbn: '1' },
      { title: 'Odd', isbn: '5', pages: 'many' },
    ]);

    await user.click(within(dialog).getByRole('button', { name: 'Check the file' }));

    await within(dialog).findByText('This is a trial: nothing has been written yet.');
    expect(within(dialog).getByText('Operation lead to the following results')).toBeTruthy();
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Entries found: 3', 'Created: 1', 'Failed: 2 (due to duplicates: 1)']);
    expect(within(dialog).getByRole('row', { name: /Pages Must be a number/ })).toBeTruthy();
    expect(await count()).toBe(3);
  });

  test('writes the good rows when it is told to, and the list shows them', async () => {
    const { user, dialog } = await choose([
      { title: 'Delta', isbn: '4' },
      { title: 'Alpha again', isbn: '1' },
    ]);

    await user.click(within(dialog).getByRole('button', { name: 'Check the file' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Import 1 record' }));
    await waitFor(() => expect(within(dialog).queryByText(/This is a trial/)).toBeNull());
    await user.click(await within(dialog).findByRole('button', { name: 'Close' }));

    await screen.findByRole('link', { name: 'Delta' });
    expect(await count()).toBe(4);
  });

  test('of all or nothing has nothing to import while a row has a problem', async () => {
    const { user, dialog } = await choose([{ title: 'Epsilon', isbn: '6' }, { isbn: '7' }]);

    await user.click(within(dialog).getByRole('checkbox', { name: /All or nothing/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Check the file' }));

    const run = await within(dialog).findByRole('button', { name: 'Import 0 records' });
    expect(run).toHaveProperty('disabled', true);
  });

  test('says when the file is no such file', async () => {
    const { user, dialog } = await choose('nonsense');

    await user.click(within(dialog).getByRole('button', { name: 'Check the file' }));

    const alert = await within(dialog).findByRole('alert');
    expect(alert.textContent).not.toBe('');
  });
});

async function count(): Promise<number> {
  return (await api.call('GET', '/api/books', { as: 'admin' })).json.total;
}
