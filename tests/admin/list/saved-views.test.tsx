// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import {
  closeScreen,
  gridCell,
  openScreen,
  screen,
  waitFor,
  within,
} from '../../support/screen.tsx';

let api: TestApi;

openScreensOf(screenLibrary, async (opened) => {
  api = opened;
  await addRecords(api, '/api/books', [
    { title: 'Book A', pages: 100 },
    { title: 'Book B', pages: 200 },
  ]);
});

test('a view keeps filter and order under a name, says when it is changed, is shared with a role, and gets another name', async () => {
  const filter = encodeURIComponent(JSON.stringify({ pages_gte: 150 }));
  const { user, address } = await openScreen(
    api,
    `/books/overview?filter=${filter}&sort=pages&order=DESC`,
  );
  await gridCell('Book B');

  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: /Save as view/ }));
  const dialog = await screen.findByRole('dialog', { name: /Save as view/ });
  await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Long ones');
  await user.click(within(dialog).getByRole('combobox', { name: /Shared with/ }));
  await user.click(await screen.findByRole('option', { name: 'viewer' }));
  await user.keyboard('{Escape}');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Long ones' });
  await user.click(await screen.findByRole('button', { name: 'Remove the filter Pages' }));
  await user.click(await screen.findByRole('button', { name: 'Long ones (changed)' }));
  await user.click(await screen.findByRole('menuitem', { name: /Reset to the saved/ }));

  await user.click(await screen.findByRole('button', { name: 'Long ones' }));
  await user.click(await screen.findByRole('menuitem', { name: /Name and sharing/ }));
  const naming = await screen.findByRole('dialog', { name: /Name and sharing/ });
  expect(within(naming).getByRole('combobox', { name: /Shared with/ }).textContent).toBe('viewer');
  await user.type(within(naming).getByRole('textbox', { name: /Name/ }), ' by far');
  await user.click(within(naming).getByRole('button', { name: 'Save' }));

  await screen.findByRole('button', { name: 'Long ones by far' });
  await waitFor(() => expect(decodeURIComponent(address())).toContain('"pages_gte":150'));
  const link = address();
  closeScreen();
  await openScreen(api, link, { as: 'viewer' });
  await screen.findByRole('button', { name: 'Long ones by far' });
  expect(screen.queryByRole('link', { name: 'Book A' })).toBeNull();
});
