import { expect, test } from 'vitest';
import { emitServerEvent } from '../../../src/admin/client/events/server-events.ts';
import { findPerson, threadReader } from '../../../src/services/threads/reader.ts';
import { addWatched } from '../../../src/store/system/threads/watch-work.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(screenLibrary, {
  clear: async () => {
    await api.database.query('truncate backoffice.threads cascade');
    await api.database.query('truncate backoffice.inbox');
  },
});
await api.addUser('ann', 'staff');

async function mention(title: string, text = 'Is this right?'): Promise<Record<string, any>> {
  const [book] = await addRecords(api, '/api/books', [{ title }]);
  const body = { resource: 'books', record: book!['_id'], field: 'pages' };
  const { status, text: answer } = await api.call('POST', '/api/threads', {
    as: 'ann',
    body: { ...body, text: `@[${api.userId('admin')}] **${text}**` },
  });
  if (status !== 201) throw new Error(answer);
  return book!;
}

const unread = async (): Promise<number> =>
  (await api.call('GET', '/api/inbox', { as: 'admin' })).json.unread;

test('entries stand below their record, in words, and open the record at the thread', async () => {
  const book = await mention('Dune');
  const { user, address } = await openScreen(api, '/inbox');

  await screen.findByRole('heading', { level: 2, name: 'Books · Dune' });
  const entry = screen.getByRole('link', { name: /^Unread: ann mentioned you · Pages/ });
  expect(entry.textContent).toMatch(/@admin Is this right\?$/);
  entry.focus();
  await user.keyboard('{Enter}');

  expect(address()).toMatch(new RegExp(`^/books/details/${book['_id']}\\?thread=`));
  await waitFor(async () => expect(await unread()).toBe(0));
  const comments = await screen.findByRole('dialog', { name: 'Comments' });
  await waitFor(() =>
    expect(document.activeElement).toBe(within(comments).getByRole('article', { name: /Pages/ })),
  );
});

test('a key marks an entry as read or unread, and the arrows go to the next record', async () => {
  await mention('Dune');
  await mention('Emma');
  const { user } = await openScreen(api, '/inbox?unread=true');

  const links = await screen.findAllByRole('link', { name: /^Unread: ann mentioned you/ });
  links[0]!.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(links[1]);
  // Where an entry was hidden, the focus is on the title after it.
  links[1]!.closest('section')!.querySelector<HTMLElement>('h2 a')!.focus();
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(links[0]);
  await user.keyboard('{ArrowDown}');
  await user.keyboard('u');

  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Books · Dune' })).toBeNull());
  expect(await unread()).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByText('You have read everything.')).toBeTruthy();
});

test('what came while the stream of events was broken is shown when it continues', async () => {
  await openScreen(api, '/inbox');
  await screen.findByText(/^Your inbox is empty/);
  emitServerEvent({ event: 'lost', data: {} });

  await mention('Dune');
  emitServerEvent({ event: 'ready', data: { hash: screenLibrary().hash, role: 'admin' } });

  expect(await screen.findByRole('heading', { level: 2, name: 'Books · Dune' })).toBeTruthy();
  emitServerEvent({ event: 'lost', data: {} });
});

test('an entry is hidden until a day', async () => {
  await mention('Dune');
  const { user } = await openScreen(api, '/inbox', { language: 'de' });

  await user.click(await screen.findByRole('button', { name: 'Ausblenden bis\u00a0… (S)' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Nächsten Montag, / }));

  expect(await screen.findByText(/^Ihr Posteingang ist leer/)).toBeTruthy();
  expect(await unread()).toBe(0);
});

test('many changes are one entry, with their number as people write it', async () => {
  await addRecords(api, '/api/books', [{ title: 'Dune' }]);
  const { database } = api;
  const seqs = [await database.value<number>('select max(seq)::int from backoffice.history')];
  const admin = await findPerson(
    { sql: database, descriptor: screenLibrary() },
    api.userId('admin'),
  );
  const sight = { reader: threadReader(admin!), person: api.userId('admin') };
  const change = { record: null, changeSet: 'many', change: 'changed', by: null } as const;
  await addWatched(database, sight, { ...change, resource: 'books', count: 5_000, seqs });
  await openScreen(api, '/inbox', { language: 'de' });

  expect(await screen.findByRole('link', { name: /5\.000 Datensätze geändert/ })).toBeTruthy();
});

test('the menu says how many entries are unread, once the page is quiet', async () => {
  await mention('Dune');
  await openScreen(api, '/books/overview');

  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  const link = await waitFor(
    () => within(menu).getByRole('link', { name: /^Inbox ?1 unread entry$/ }),
    { timeout: 10_000 },
  );
  expect(link.getAttribute('href')).toBe('/inbox');
});
