import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { bringAllNear } from '../../support/near-observer.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const settings = '/api/users/current/settings/grid.books';
const board = '/books/overview?as=board:genre';

bringAllNear();
const api = await openScreensOf(screenLibrary, {
  clear: async ({ call }) => {
    await call('DELETE', settings, { as: 'admin' });
  },
});
beforeEach(async () => {
  await api.database.query('truncate books cascade');
  await addRecords(api, '/api/books', [
    { _id: 'a', title: 'Book A', pages: 100, genre: 'novel' },
    { _id: 'b', title: 'Book B', pages: 200, genre: 'novel' },
    { _id: 'c', title: 'Book C', genre: 'poetry' },
    { _id: 'd', title: 'Book D' },
  ]);
});

const column = (name: RegExp) => screen.findByRole('region', { name });
const cardsOf = async (name: RegExp) =>
  within(await column(name))
    .queryAllByRole('link')
    .map((link) => link.textContent);
const expectColumns = (expected: Record<string, string[]>) =>
  waitFor(async () => {
    for (const [name, cards] of Object.entries(expected))
      expect(await cardsOf(new RegExp(`^${name}`))).toEqual(cards);
  });
const genreOf = async (id: string) =>
  (await api.call('GET', `/api/books/${id}`, { as: 'admin' })).json.genre;
const card = (name: string) => screen.findByRole('link', { name });

test('a list is shown as a board, which link and layout remember, without groups and the past', async () => {
  const { user, address, calls } = await openScreen(api, '/books/overview');
  await gridCell('Book A');
  calls();

  await user.click(screen.getByRole('button', { name: 'Show as Table' }));
  expect(
    (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent),
  ).toEqual(['Table', 'Genre', 'Printed on', 'Lent at', 'Created', 'Changed']);
  await user.click(screen.getByRole('menuitemradio', { name: 'Genre' }));

  await screen.findByRole('group', { name: 'Books by Genre' });
  await expectColumns({ novel: ['Book A', 'Book B'], poetry: ['Book C'], 'No value': ['Book D'] });
  expect((await column(/^novel/)).querySelector('h3')!.textContent).toBe('novel2');
  expect(within(await column(/^novel/)).getByText('100')).toBeDefined();
  const asked = calls().filter((call) => /\/api\/books(\?|\/groups)/.test(call));
  expect(asked.filter((call) => call.includes('/groups'))).toHaveLength(1);
  // One page for each of the four columns, and none for the table.
  expect(asked.filter((call) => !call.includes('/groups'))).toHaveLength(4);
  for (const call of asked.filter((each) => !each.includes('/groups')))
    expect(call).toContain('_perPage=25');
  expect(new URLSearchParams(address().split('?')[1]).get('as')).toBe('board:genre');
  expect(screen.queryByRole('button', { name: 'Group' })).toBeNull();
  await waitFor(async () => {
    const { json } = await api.call('GET', settings, { as: 'admin' });
    expect(json).toMatchObject({ shownAs: 'board:genre' });
  });
  await user.type(screen.getByRole('searchbox'), 'Book C');
  await expectColumns({ novel: [], poetry: ['Book C'] });
  expect(new URLSearchParams(address().split('?')[1]).get('as')).toBe('board:genre');
});

test('a card moves by keys and by its menu, keeps the focus, and undo moves it back', async () => {
  const { user } = await openScreen(api, board);
  (await card('Book A')).focus();
  await expectColumns({ novel: ['Book A', 'Book B'], poetry: ['Book C'] });

  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await card('Book B'));
  await user.keyboard('{ArrowRight}{ArrowLeft}{Home}');
  expect(document.activeElement).toBe(await card('Book A'));
  await user.keyboard('{Control>}{ArrowRight}{/Control}');
  await expectColumns({ novel: ['Book B'], poetry: ['Book A', 'Book C'] });
  await waitFor(async () => expect(await genreOf('a')).toBe('poetry'));
  await waitFor(() =>
    expect(document.querySelector('#announcer')!.textContent).toContain('Book A is now in poetry'),
  );
  expect(document.activeElement).toBe(await card('Book A'));

  await user.keyboard('m');
  await user.click(await screen.findByRole('menuitemradio', { name: 'No value' }));
  await waitFor(async () => expect(await genreOf('a')).toBeNull());
  await expectColumns({ poetry: ['Book C'], 'No value': ['Book A', 'Book D'] });
  await waitFor(async () => expect(document.activeElement).toBe(await card('Book A')));

  const { fetch } = globalThis;
  onTestFinished(() => void (globalThis.fetch = fetch));
  const inItsPlace = await card('Book D');
  // The column that it comes to is read after the one that it leaves.
  globalThis.fetch = async (asked, ...more) => {
    if (typeof asked === 'string' && asked.includes('%22poetry%22'))
      await vi.waitUntil(() => document.activeElement === inItsPlace, 30_000);
    return fetch(asked, ...more);
  };
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(async () => expect(await genreOf('a')).toBe('poetry'));
  await expectColumns({ poetry: ['Book A', 'Book C'], 'No value': ['Book D'] });
  // The next key must not move the card that took its place.
  await waitFor(async () => expect(document.activeElement).toBe(await card('Book A')));
});

test('a dragged card is saved on its version, and a conflict is resolved at the card', async () => {
  const { user } = await openScreen(api, board);
  const dragged = (await card('Book C')).closest('li')!;
  await api.call('PATCH', '/api/books/c', {
    as: 'staff',
    body: { genre: 'novel' },
    headers: { 'If-Match': '*' },
  });

  const dataTransfer = { setData: () => undefined, effectAllowed: '' };
  fireEvent.dragStart(dragged, { dataTransfer });
  fireEvent.dragOver(await column(/^science/), { dataTransfer });
  fireEvent.drop(await column(/^science/), { dataTransfer });
  const note = await screen.findByText(/Someone else moved this record to novel/);
  expect(await genreOf('c')).toBe('novel');
  expect(note.closest('section')).toBe(await column(/^novel/));

  await user.click(screen.getByRole('button', { name: 'Move to science' }));
  await expectColumns({ science: ['Book C'] });
  await waitFor(async () => expect(await genreOf('c')).toBe('science'));
});

test('a move that could not be saved stays in place, and is sent again', async () => {
  const { user } = await openScreen(api, board);
  (await card('Book A')).focus();
  const { fetch } = globalThis;
  onTestFinished(() => void (globalThis.fetch = fetch));
  const busy = () => new Response('{}', { status: 503, headers: { 'Retry-After': '600' } });
  globalThis.fetch = async (...request) =>
    request[0] === '/api/books/bulk' ? busy() : fetch(...request);

  await user.keyboard('{Control>}{ArrowRight}{/Control}');
  const note = await screen.findByText(/^Not moved to poetry yet\. The app sends it again/);
  expect(note.closest('section')).toBe(await column(/^poetry/));
  await expectColumns({ novel: ['Book B'], poetry: ['Book A', 'Book C'] });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await expectColumns({ novel: ['Book A', 'Book B'], poetry: ['Book C'] });

  (await card('Book A')).focus();
  await user.keyboard('{Control>}{ArrowRight}{/Control}');
  await screen.findByText(/^Not moved to poetry yet/);
  globalThis.fetch = fetch;
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  await waitFor(async () => expect(await genreOf('a')).toBe('poetry'));
  await waitFor(() => expect(screen.queryByText(/^Not moved to poetry yet/)).toBeNull());
  await expectColumns({ novel: ['Book B'], poetry: ['Book A', 'Book C'] });
});

test('a closed column requests nothing, and stays closed', async () => {
  await api.call('PUT', settings, { as: 'admin', body: { closed: ['genre=novel'] } });
  const { user, calls } = await openScreen(api, board);
  await expectColumns({ poetry: ['Book C'] });

  expect(calls().filter((call) => call.includes('genre%22%3A%22novel'))).toEqual([]);
  const novels = await column(/^novel/);
  await waitFor(() => expect(novels.querySelector('h3')!.textContent).toBe('novel2'));
  await user.click(screen.getByRole('button', { name: 'Open novel' }));
  await expectColumns({ novel: ['Book A', 'Book B'] });
});

test('a user who cannot change records sees why cards do not move, also in German on a phone', async () => {
  const { user } = await openScreen(api, board, { as: 'viewer', language: 'de', width: 390 });
  const link = await card('Book A');

  expect(link.closest('li')!.draggable).toBe(false);
  link.focus();
  await user.keyboard('m');
  await screen.findByText(/Ihre Rolle/);
  expect(screen.queryByRole('menu')).toBeNull();
  await column(/^Kein Wert/);
});
