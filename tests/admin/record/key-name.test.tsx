import { beforeEach, expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { makeKey } from '../../support/api-keys.ts';
import { openOwnBook } from '../../support/open-own-book.ts';
import { openScreen, screen, within } from '../../support/screen.tsx';

let api: TestApi;
let book: Record<string, any>;
let token: string;
await openOwnBook((own) => ({ api, book } = own));

beforeEach(async () => {
  const grants = { books: { operations: ['list', 'read', 'update', 'delete'] } };
  ({ token } = await makeKey(api, 'admin', grants, { name: 'Nightly' }));
  const headers = { 'If-Match': '*', 'Change-Set': `${book['_id']}-set` };
  const path = `/api/books/${book['_id']}`;
  await api.call('PATCH', path, { token, headers, body: { pages: 7 } });
});

test.for([
  ['en', 'History', 'through the key “Nightly”'],
  ['de', 'Verlauf', 'über den Schlüssel „Nightly“'],
] as const)('the history names the key of a change (%s)', async ([language, title, text]) => {
  await openScreen(api, `/books/details/${book['_id']}?tab=history`, { language });

  const version = await screen.findByRole('heading', { name: /^Version 2/ });
  expect(version.closest('li')!.textContent).toContain(text);
  expect(screen.getAllByText(title).length).toBeGreaterThan(0);
});

test('recent changes name it', async () => {
  await openScreen(api, '/changes');
  const [row] = await screen.findAllByRole('row', { name: /through the key “Nightly”/ });
  expect(within(row!).getByText(/1 changed/)).toBeTruthy();
});

test('the trash names it', async () => {
  const path = `/api/books/${book['_id']}`;
  await api.call('DELETE', path, { token, headers: { 'If-Match': '*' } });
  await openScreen(api, '/books/trash');

  const row = (await screen.findByText(book['title'])).closest('tr')!;
  expect(row.textContent).toContain('through the key “Nightly”');
});
