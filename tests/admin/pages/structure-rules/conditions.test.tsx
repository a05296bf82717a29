import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const library = await openStructureScreens((source) => {
  source.resources.books.fields.price.when = { shown: { inPrint: true } };
  source.resources.books.fields.translator = { type: 'reference', to: 'authors' };
});

const openBooks = (tab: string) =>
  openScreen(library, `/structure/books?tab=${tab}`, { as: 'admin' });

const group = async (name: string) => within(await screen.findByRole('group', { name }));

test('a condition compares a reference with another one to the same collection', async () => {
  await openBooks('rules');
  const when = await group('Required');
  fireEvent.click(when.getByRole('button', { name: 'Add condition' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('combobox', { name: 'Field' });
  fireEvent.change(field, { target: { value: 'Author' } });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(dialog.getByRole('button', { name: 'Compare with another field' }));
  const use = dialog.getByRole<HTMLButtonElement>('button', { name: 'Use condition' });
  expect(use.disabled).toBe(true);

  fireEvent.mouseDown(dialog.getByRole('combobox', { name: 'Other field' }));
  expect(screen.queryByRole('option', { name: 'Title' })).toBeNull();
  fireEvent.click(screen.getByRole('option', { name: 'Translator' }));
  expect(dialog.getByRole('combobox', { name: 'Operator' }).textContent).toContain('=');
  fireEvent.click(use);

  expect(await screen.findByText(/^Author = Translator$/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await group('Required');
  fireEvent.click(again.getByRole('button', { name: 'Change' }));
  const changed = within(await screen.findByRole('dialog'));
  expect(changed.getByRole('combobox', { name: 'Other field' }).textContent).toBe('Translator');
  fireEvent.click(changed.getByRole('button', { name: 'Compare with a value' }));
  expect(changed.queryByRole('combobox', { name: 'Other field' })).toBeNull();
});

test('a condition as a text shows its result on records that are there', async () => {
  await library.call('POST', '/api/books', {
    as: 'admin',
    body: { title: 'Persuasion', pages: 1000, price: 3000, inPrint: true },
  });
  await openBooks('rules');
  const when = await group('Required');
  fireEvent.click(when.getByRole('button', { name: 'Add condition' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'As text' }));
  const text = dialog.getByRole('combobox', { name: 'Expression' });

  fireEvent.change(text, { target: { value: 'pages > 900' } });

  const book = await dialog.findByRole('link', { name: 'Persuasion' });
  expect(book.parentElement!.textContent).toBe('Persuasion: Yes');
  // Who asks is not known of a record.
  fireEvent.change(text, { target: { value: 'createdBy = $user' } });
  expect(dialog.queryByRole('link', { name: 'Persuasion' })).toBeNull();
});
