import { act, fireEvent } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { connectionLost } from '../../../../src/admin/client/http.ts';
import { openGridBooks } from '../../../support/open-grid-books.ts';
import { addRecords } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const { api, stored } = await openGridBooks();

test('new rows that could not be saved are sent again, and Escape keeps the corrections', async () => {
  const { user } = await openScreen(api, '/books/overview', { language: 'de' });
  (await gridCell('Book C')).focus();
  await user.paste('Book C\nBook Y\t\t\t1.234,0');
  const dialog = within(await screen.findByRole('dialog', { name: '1 neuer Datensatz' }));
  const pages = dialog.getByDisplayValue('1.234,0');
  await user.clear(pages);
  await user.type(pages, '2.345{Tab}');
  await dialog.findByText('2345');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Weiter bearbeiten' }));
  const { fetch } = globalThis;
  onTestFinished(() => {
    globalThis.fetch = fetch;
    connectionLost.set(false);
  });
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const create = { name: '1 Datensatz anlegen' };
  await user.click(await dialog.findByRole('button', create));
  await dialog.findByText(/^Noch nicht angelegt\. Die Zeilen bleiben hier/);
  expect(dialog.getByDisplayValue('2.345').getAttribute('aria-invalid')).toBe('false');
  globalThis.fetch = fetch;
  act(() => connectionLost.set(false));

  await waitFor(async () => expect((await stored()).at(-1)).toMatchObject({ pages: 2345 }));
});

test('new rows whose response was lost are sent again, and each is created once', async () => {
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('Book C')).focus();
  await user.keyboard('{ArrowDown}');
  await user.paste('Book Y\nBook Z');
  const dialog = await screen.findByRole('dialog', { name: '2 new records' });
  const { fetch } = globalThis;
  onTestFinished(() => {
    globalThis.fetch = fetch;
    connectionLost.set(false);
  });
  let isLost = false;
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request);
    if (isLost || request[0] !== '/api/books/bulk') return answer;
    isLost = true;
    throw new TypeError('Failed to fetch');
  };

  await user.click(within(dialog).getByRole('button', { name: 'Create 2 records' }));

  await within(dialog).findByText(/^Not created yet\. The rows stay here/);
  expect(await stored()).toHaveLength(5);
  await waitFor(() => expect(dialog.isConnected).toBe(false), { timeout: 10_000 });
  expect(isLost).toBe(true);
  expect((await stored()).map(({ title }) => title)).toEqual(
    ['A', 'B', 'C', 'Y', 'Z'].map((letter) => `Book ${letter}`),
  );
});

test('a new row whose response was lost and that is then corrected is created once, as one undo step', async () => {
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('Book C')).focus();
  await user.keyboard('{ArrowDown}');
  await user.paste('Book Y\tAda\tnovel\t100\nBook Z');
  const dialog = await screen.findByRole('dialog', { name: '2 new records' });
  const { fetch } = globalThis;
  onTestFinished(() => {
    globalThis.fetch = fetch;
    connectionLost.set(false);
  });
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request);
    if (request[0] !== '/api/books/bulk') return answer;
    throw new TypeError('Failed to fetch');
  };
  await user.click(within(dialog).getByRole('button', { name: 'Create 2 records' }));
  await within(dialog).findByText(/^Not created yet\. The rows stay here/);
  globalThis.fetch = fetch;

  const title = within(dialog).getByDisplayValue('Book Y');
  await user.clear(title);
  await user.type(title, 'Book X');
  await user.clear(within(dialog).getByDisplayValue('100'));
  await user.click(within(dialog).getByRole('button', { name: 'Create 2 records' }));

  await waitFor(() => expect(dialog.isConnected).toBe(false));
  const news = (await stored()).slice(3);
  expect(news.map(({ title: name, pages }) => [name, pages])).toEqual([
    ['Book X', null],
    ['Book Z', null],
  ]);
  (await gridCell('Book C')).focus();
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(async () => expect(await stored()).toHaveLength(3));
});

const pagesOf = async () => (await stored()).map(({ pages }) => pages as number);

test('a paste that is running when the user leaves is one step, which can be undone later', async () => {
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('100')).focus();
  const { fetch } = globalThis;
  const released = Promise.withResolvers<void>();
  onTestFinished(() => void (globalThis.fetch = fetch));
  globalThis.fetch = async (...request) => {
    if (request[0] === '/api/books/bulk') await released.promise;
    return fetch(...request);
  };

  await user.paste('11\n12\n13');
  await gridCell('13');
  await user.click(screen.getByRole('link', { name: 'Authors' }));
  await gridCell('Ada');
  released.resolve();
  await waitFor(async () => expect(await pagesOf()).toEqual([11, 12, 13]));
  await user.click(screen.getByRole('link', { name: 'Books' }));
  (await gridCell('13')).focus();
  await user.keyboard('{Control>}z{/Control}');

  await waitFor(async () => expect(await pagesOf()).toEqual([100, 101, 102]));
});

test('closing the dialog of new rows with one refused row leaves one undo step for the others', async () => {
  const settings = '/api/users/current/settings/grid.books';
  const columns = [{ name: 'title' }, { name: 'isbn' }];
  await api.call('PUT', settings, { as: 'admin', body: { columns } });
  onTestFinished(() => void api.call('DELETE', settings, { as: 'admin' }));
  await addRecords(api, '/api/books', [{ title: 'Book D', isbn: '1' }]);
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('Book D')).focus();
  await user.paste('Book D\t2\nBook X\t3\nBook Y\t3\nBook Z\t4');
  const dialog = await screen.findByRole('dialog', { name: '3 new records' });
  await user.click(within(dialog).getByRole('button', { name: 'Create 3 records' }));
  await within(dialog).findByText(/is already used by another record/);
  const isbns = async () => (await stored()).slice(3).map(({ isbn }) => isbn as string);
  expect(await isbns()).toEqual(['2', '3', '4']);

  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  (await gridCell('Book D')).focus();
  await user.keyboard('{Control>}z{/Control}');

  await waitFor(async () => expect(await isbns()).toEqual(['1']));
});

test('the button shows how many rows it will create, even if each has an error', async () => {
  const { user } = await openScreen(api, '/books/overview?filter={"title":"none"}');
  await screen.findByText('No results');
  await user.paste('Book Y\tNobody');

  const dialog = within(await screen.findByRole('dialog', { name: '1 new record' }));
  const create = dialog.getByRole('button', { name: 'Create 1 record' });

  expect(create).toHaveProperty('disabled', true);
});

test('an empty list ignores a paste without text or outside of it', async () => {
  await openScreen(api, '/books/overview?filter={"title":"none"}');
  await screen.findByText('No results');
  const text = (written: string) => ({ clipboardData: { getData: () => written } });

  expect(fireEvent.paste(document.body, text(''))).toBe(true);
  expect(fireEvent.paste(screen.getByRole('link', { name: 'Authors' }), text('Book X'))).toBe(true);
  expect(fireEvent.paste(document.body, text('Book X'))).toBe(false);

  await screen.findByRole('dialog', { name: '1 new record' });
});
