import { fireEvent } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { addBooksOfTwo } from '../../support/books-of-two.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import {
  gridCell,
  leaveScreen,
  openScreen,
  screen,
  waitFor,
  within,
} from '../../support/screen.tsx';

const api = await openScreensOf(screenLibrary, {
  clear: async ({ call }) => {
    for (const key of ['grid.books', 'facets.books'])
      await call('DELETE', `/api/users/current/settings/${key}`, { as: 'admin' });
  },
});
await addBooksOfTwo(api);
await addRecords(api, '/api/books', [{ title: 'Book D', pages: 400 }]);
// A setting that is stored late would undo what `clear` does, and be there in the next test.
afterEach(leaveScreen);

const titles = () =>
  screen.queryAllByRole('link', { name: /^Book [A-D]$/ }).map((link) => link.textContent);
const filterOf = (address: string): unknown =>
  JSON.parse(new URLSearchParams(address.split('?')[1]).get('filter') ?? '{}');

async function openFacets(path = '/books/overview', options = {}) {
  const opened = await openScreen(api, path, options);
  await opened.user.click(await screen.findByRole('button', { name: 'Values' }));
  const section = (name: string) => screen.findByRole('region', { name });
  const option = async (facet: string, name: RegExp) =>
    within(await section(facet)).findByRole('checkbox', { name });
  return { ...opened, section, option };
}

test('a value narrows the list, two values match either, and a second click clears one', async () => {
  const { user, address, option } = await openFacets();
  await gridCell('Book D');

  await user.click(await option('Genre', /novel.*2/i));
  await waitFor(() => expect(titles()).toEqual(['Book A', 'Book B']));
  expect(filterOf(address())).toEqual({ genre: 'novel' });
  await user.click(await option('Genre', /poetry.*1/i));
  await waitFor(() => expect(titles()).toEqual(['Book A', 'Book B', 'Book C']));
  expect(filterOf(address())).toEqual({ genre_in: ['novel', 'poetry'] });
  await user.click(await option('Genre', /novel.*2/i));
  await waitFor(() => expect(titles()).toEqual(['Book C']));
  await user.click(await option('Genre', /No value.*1/));
  await waitFor(() => expect(titles()).toEqual(['Book D']));
  expect(filterOf(address())).toEqual({ genre_null: true });
});

test('two values chosen at the same time both count', async () => {
  const { address, option } = await openFacets();
  const novel = await option('Genre', /novel.*2/i);
  const poetry = await option('Genre', /poetry.*1/i);

  fireEvent.click(novel);
  fireEvent.click(poetry);

  await waitFor(() => expect(titles()).toEqual(['Book A', 'Book B', 'Book C']));
  expect(filterOf(address())).toEqual({ genre_in: ['novel', 'poetry'] });
});

test('each facet follows the conditions on other fields, and shows references by title', async () => {
  const filter = encodeURIComponent(JSON.stringify({ genre: 'novel' }));
  const { user, section, option } = await openFacets(`/books/overview?filter=${filter}`);

  expect(await option('Author', /Ada.*1/)).toHaveProperty('checked', false);
  expect(await option('Author', /Bo.*1/)).toBeTruthy();
  // Its own condition leaves the others to choose from.
  expect(await option('Genre', /poetry.*1/i)).toHaveProperty('checked', false);
  expect(await option('Genre', /novel.*2/i)).toHaveProperty('checked', true);
  await user.click(within(await section('Genre')).getByRole('button', { name: 'Clear Genre' }));
  await option('Author', /Ada.*2/);
});

test('years are chosen one by one, and a range of numbers by keys', async () => {
  const { user, address, section, option } = await openFacets();
  const printed = await section('Printed on');
  const head = within(printed).getByRole('button', { name: 'Printed on' });
  if (head.getAttribute('aria-expanded') === 'false') await user.click(head);

  await user.click(await option('Printed on', /2001.*2/));
  await waitFor(() => expect(titles()).toEqual(['Book A', 'Book B']));
  await user.click(await option('Printed on', /2003.*1/));
  await waitFor(() => expect(titles()).toEqual(['Book A', 'Book B', 'Book C']));
  await user.click(within(printed).getByRole('button', { name: 'Clear Printed on' }));
  await waitFor(() => expect(titles()).toHaveLength(4));

  const from = await screen.findByRole('slider', { name: 'Pages, from' });
  // Counted again without the years: from 100 to 420 by 20.
  await waitFor(() => expect(from.getAttribute('max')).toBe('16'));
  fireEvent.change(from, { target: { value: 8 } });
  await waitFor(() => expect(titles()).toEqual(['Book C', 'Book D']));
  expect(filterOf(address())).toEqual({ pages_gte: 260, pages_lt: 420 });
});

test('the range of whole numbers that have a bar each includes its last number', async () => {
  const slim = await addRecords(
    api,
    '/api/books',
    [1, 2, 3].map((pages) => ({ title: `Slim ${pages}`, pages })),
  );
  const filter = encodeURIComponent(JSON.stringify({ title_starts: 'Slim' }));
  const { section } = await openFacets(`/books/overview?filter=${filter}`);

  const to = await screen.findByRole('slider', { name: 'Pages, to' });
  expect(screen.queryByRole('slider', { name: /exclusive/ })).toBeNull();
  fireEvent.change(to, { target: { value: 2 } });

  await within(await section('Pages')).findByText('1 – 2');
  for (const { _id } of slim)
    await api.call('DELETE', `/api/books/${_id}`, { as: 'admin', headers: { 'If-Match': '*' } });
});

test('on a phone they are a sheet over the page', async () => {
  const { user, option } = await openFacets('/books/overview', { width: 390 });
  await screen.findByRole('dialog', { name: 'Values' });

  await user.click(await option('Genre', /poetry.*1/i));
  await user.click(screen.getByRole('button', { name: 'Close' }));

  await waitFor(() => expect(titles()).toEqual(['Book C']));
});
