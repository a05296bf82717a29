import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openFilterRow, openPanel, titles } from '../../support/filter-tools.ts';
import { openBooks } from '../../support/open-books.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openBooks();

/** Holds back what waits this number of milliseconds. */
function holdTimers(pause: number): { end(): void } {
  const held: (() => void)[] = [];
  const { setTimeout: original } = globalThis;
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    ms?: number,
  ) => {
    if (ms !== pause) return original(run, ms);
    held.push(run);
    return 0;
  }) as typeof setTimeout);
  return {
    end() {
      spy.mockRestore();
      for (const run of held) run();
    },
  };
}

const open = (search: string) => openScreen(api, `/books/overview?${search}`);
const withFilter = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;

const filterIn = (address: string): unknown =>
  JSON.parse(new URLSearchParams(address.split('?')[1]).get('filter') ?? '{}');

test('two choices in the row at the same time, and a search, narrow the list by all of them', async () => {
  const { user, address } = await openScreen(api, '/books/overview');
  await gridCell('Book A');
  await openFilterRow(user);
  const genre = await screen.findByRole('combobox', { name: 'Filter Genre' });
  const novel = within(genre).getByRole<HTMLOptionElement>('option', { name: 'novel' });
  const pages = screen.getByRole('textbox', { name: 'Filter Pages' });
  fireEvent.change(pages, { target: { value: '200' } });

  fireEvent.change(genre, { target: { value: novel.value } });
  fireEvent.keyDown(pages, { key: 'Enter' });
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Book B' } });
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });

  await waitFor(() => expect(titles()).toEqual(['Book B']));
  expect(filterIn(address())).toEqual({ genre: 'novel', pages: 200, q: 'Book B' });
});

test('a condition that is being added stays, and the panel also shows what the row adds', async () => {
  const { user, address } = await open(withFilter({ pages_gte: 200 }));
  await gridCell('Book C');
  await openFilterRow(user);
  const row = await screen.findByRole('combobox', { name: 'Filter Genre' });
  const panel = await openPanel(user);
  await user.click(within(panel).getByRole('button', { name: 'Add condition' }));
  const added = within(panel).getByRole('group', { name: 'Condition 2: no field yet' });
  const field = within(added).getByRole('combobox', { name: 'Field' });
  await user.type(field, 'Tit');

  await user.selectOptions(row, 'novel');
  await waitFor(() => expect(titles()).toEqual(['Book B']));

  expect(field).toHaveProperty('isConnected', true);
  await user.clear(field);
  await user.type(field, 'Tit');
  await user.click(await screen.findByRole('option', { name: 'Title' }));
  await user.keyboard('Book B');
  await waitFor(() =>
    expect(filterIn(address())).toEqual({
      pages_gte: 200,
      title_contains: 'Book B',
      genre: 'novel',
    }),
  );
});

test('a condition built in the panel is added to those of the row', async () => {
  const { user, address } = await open(withFilter({ pages_gte: 200 }));
  await gridCell('Book C');
  await openFilterRow(user);
  const row = await screen.findByRole('combobox', { name: 'Filter Genre' });
  const panel = await openPanel(user);
  const value = within(panel).getByRole('textbox', { name: 'Value' });
  await user.clear(value);
  await user.type(value, '100');

  const novel = within(row).getByRole<HTMLOptionElement>('option', { name: 'novel' });
  fireEvent.change(row, { target: { value: novel.value } });
  fireEvent.keyDown(value, { key: 'Escape' });

  await waitFor(() => expect(filterIn(address())).toEqual({ pages_gte: 100, genre: 'novel' }));
});

test('a sign typed before a number is its operator, in the row and in the panel', async () => {
  const { user, address } = await openScreen(api, '/books/overview');
  await gridCell('Book A');
  await openFilterRow(user);
  await user.type(await screen.findByRole('textbox', { name: 'Filter Pages' }), '>=200{Enter}');
  await waitFor(() => expect(filterIn(address())).toEqual({ pages_gte: 200 }));
  expect(screen.getByRole('textbox', { name: 'Filter Pages' })).toHaveProperty('value', '200');
  await waitFor(() => expect(titles()).toEqual(['Book B', 'Book C']));

  const panel = await openPanel(user);
  const value = within(panel).getByRole('textbox', { name: 'Value' });
  await user.clear(value);
  await user.type(value, '<300');
  await waitFor(() => expect(filterIn(address())).toEqual({ pages_lt: 300 }));
  expect(document.activeElement).toBe(within(panel).getByRole('textbox', { name: 'Value' }));
});

test('a field is found by words of its name and its collection, in any order', async () => {
  const { user } = await openScreen(api, '/books/overview');
  await gridCell('Book A');
  const panel = await openPanel(user);
  const field = within(panel).getByRole('combobox', { name: 'Field' });

  await user.type(field, 'pen authors');

  const list = within(await screen.findByRole('listbox', { name: 'Field' }));
  const found = list.getAllByRole('option');
  expect(found.map((option) => option.textContent)).toEqual([
    'Author › Pen name',
    'Editors › Pen name',
  ]);
});

test('a value changed in the panel keeps what the row set before its delay ended', async () => {
  const { user, address } = await open(withFilter({ pages_gte: 100 }));
  await gridCell('Book C');
  await openFilterRow(user);
  const row = await screen.findByRole('combobox', { name: 'Filter Genre' });
  const novel = within(row).getByRole<HTMLOptionElement>('option', { name: 'novel' });
  const panel = await openPanel(user);
  // The choice is on the screen before the pause of the panel ends, however slow the computer is.
  const pauses = holdTimers(350);

  fireEvent.change(within(panel).getByRole('textbox', { name: 'Value' }), {
    target: { value: '150' },
  });
  fireEvent.change(row, { target: { value: novel.value } });
  await within(panel).findByRole('group', { name: /^Condition 2: Genre/ });
  pauses.end();

  await waitFor(() => expect(filterIn(address())).toHaveProperty('pages_gte', 150));
  expect(filterIn(address())).toHaveProperty('genre', 'novel');
});
