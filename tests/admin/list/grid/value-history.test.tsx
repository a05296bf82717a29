import { expect, test } from 'vitest';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);
const [book] = (await addRecords(api, '/api/books', [{ title: 'Book', pages: 10 }])) as [
  Record<string, any>,
];
const path = `/api/books/${book['_id']}`;
const headers = { 'If-Match': '*', 'Change-Way': 'grid' };
await api.call('PATCH', path, { as: 'admin', body: { pages: 20 }, headers });

test('shows who set the value of a cell, restores an earlier one, and returns the focus', async () => {
  const { user } = await openScreen(api, '/books/overview');
  await user.click(await gridCell('20'));
  await user.keyboard('{Shift>}{F2}{/Shift}');

  const dialog = await screen.findByRole('dialog', { name: 'Value history: Pages' });
  await within(dialog).findByText('Earlier values');
  expect(dialog.textContent).toMatch(/Current value20.*Grid/);
  await user.keyboard('{Escape}');
  await waitFor(async () => expect(document.activeElement).toBe(await gridCell('20')));

  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: /^Value history/ }));
  await user.click(await screen.findByRole('button', { name: 'Restore the value of version 1' }));

  await gridCell('10');
  await screen.findByText('1 field restored');
});

test('lets users of a phone choose the field in the menu of a card', async () => {
  const { user } = await openScreen(api, '/books/overview', { width: 390 });
  await user.click(await screen.findByRole('button', { name: 'Menu for Book' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Value history…' }));

  await user.selectOptions(await screen.findByRole('combobox', { name: 'Field' }), 'Pages');

  expect(await screen.findByRole('heading', { name: 'Value history: Pages' })).toBeTruthy();
  await screen.findByText('Earlier values');
});
