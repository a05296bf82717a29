import { describe, expect, test, vi } from 'vitest';
import { emitServerEvent } from '../../../src/admin/client/events/server-events.ts';
import type { TestApi } from '../../support/api.ts';
import { openOwnBook } from '../../support/open-own-book.ts';
import { addRecords } from '../../support/screen-library.ts';
import {
  openScreen,
  openSection,
  screen,
  startEditing,
  waitFor,
  within,
} from '../../support/screen.tsx';

let api: TestApi;
let book: Record<string, any>;
const { stored, open } = await openOwnBook((own) => ({ api, book } = own));

const change = async (body: Record<string, unknown>) => {
  const headers = { 'If-Match': '*', 'Change-Way': 'form' };
  const path = `/api/books/${book['_id']}`;
  const { status, text } = await api.call('PATCH', path, { as: 'admin', body, headers });
  if (status !== 200) throw new Error(text);
};

const openHistory = async (options?: Parameters<typeof open>[0]) => {
  const opened = await openScreen(api, `/books/details/${book['_id']}?tab=history`, options);
  await screen.findByRole('heading', { name: /^Version 1/ });
  return opened;
};

const entry = (version: number) =>
  screen.getByRole('heading', { name: new RegExp(`^Version ${version}\\b`) }).closest('li')!;

describe('the history of a record', () => {
  test('lists its versions, newest first, with who, how, and old and new values', async () => {
    await change({ genre: 'poetry', tags: ['old', 'new'] });
    await change({ shelf: { room: 'B', row: 1 } });
    const { user } = await openHistory();

    expect(
      screen.getAllByRole('heading', { name: /^Version/ }).map((each) => each.textContent),
    ).toEqual(['Version 3Current version', 'Version 2', 'Version 1']);
    expect(entry(3).textContent).toMatch(/Form/);
    expect(entry(3).querySelector('dl')?.textContent).toBe('Shelf: RoomBefore: AAfter: B');
    expect(entry(2).textContent).toContain('GenreBefore: novelAfter: poetry');
    expect(entry(2).textContent).toContain('TagsAdded: +new');

    expect(entry(1).querySelector('dl')).toBeNull();
    await user.click(within(entry(1)).getByRole('button', { name: /^Created with \d+ fields$/ }));
    expect(entry(1).textContent).toContain('Pages100');
  });

  test('marks the words that a long text has lost and gained', async () => {
    const text = 'The quick brown fox jumps over the lazy dog, and then it sleeps.';
    await change({ blurb: text });
    await change({ blurb: text.replace('brown', 'red') });
    await openHistory();

    expect(entry(3).querySelector('del')?.textContent).toContain('[removed: brown]');
    expect(entry(3).querySelector('ins')?.textContent).toContain('[added: red]');
  });

  test('can be filtered by field, and is empty where nothing matches', async () => {
    await change({ pages: 7 });
    const { user } = await openHistory();
    const field = screen.getByRole('combobox', { name: 'Field' });

    await user.selectOptions(field, 'Pages');
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { name: /^Version/ })).toHaveLength(2),
    );
    await user.selectOptions(field, 'Site');
    await screen.findByText('No version matches the filters.');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));

    await screen.findByRole('heading', { name: 'Version 1' });
  });

  test('is hidden from a role without it', async () => {
    await openScreen(api, `/books/details/${book['_id']}`, { as: 'viewer' });
    await screen.findByRole('link', { name: 'Copy' });

    expect(screen.queryByRole('link', { name: 'History' })).toBeNull();
  });

  test('compares two chosen versions side by side', async () => {
    await change({ pages: 7 });
    await change({ genre: 'poetry' });
    const { user } = await openHistory();

    await user.click(screen.getByRole('checkbox', { name: 'Select version 1 for comparison' }));
    await screen.findByText(/^Version 1 is selected/);
    await user.click(screen.getByRole('checkbox', { name: 'Select version 3 for comparison' }));
    await user.click(screen.getByRole('button', { name: 'Compare versions 1 and 3' }));

    const dialog = await screen.findByRole('dialog', { name: 'Compare versions 1 and 3' });
    const pages = await within(dialog).findByRole('group', { name: 'Pages' });
    expect(pages.textContent).toBe('≠PagesVersion 1: 100Version 3: 7');
    expect(within(dialog).queryByRole('group', { name: 'Title' })).toBeNull();
    await user.click(within(dialog).getByRole('switch', { name: 'Only differences' }));
    expect(within(dialog).getByRole('group', { name: 'Title' })).toBeTruthy();
  });
});

describe('a restore', () => {
  test('previews the changes, skips unticked fields, and can be undone', async () => {
    await change({ pages: 7, genre: 'poetry' });
    const { user } = await openHistory();

    await user.click(screen.getByRole('button', { name: 'Restore this version (1)' }));
    const dialog = await screen.findByRole('dialog', { name: 'Restore version 1?' });
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Genre' }));
    await user.click(within(dialog).getByRole('button', { name: 'Restore 1 field' }));

    await screen.findByText('1 field restored');
    expect(await stored()).toMatchObject({ pages: 100, genre: 'poetry', _version: 3 });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await stored()).toMatchObject({ pages: 7, _version: 4 }));
  });

  test('lists obstacles, and restores the rest', async () => {
    await change({ isbn: '900-1', pages: 7 });
    await addRecords(api, '/api/books', [{ title: 'Taker', isbn: book['isbn'] }]);
    const { user } = await openHistory();

    await user.click(screen.getByRole('button', { name: 'Restore this version (1)' }));
    await user.click(await screen.findByRole('button', { name: 'Restore 2 fields' }));
    await screen.findByText(/^1 field cannot get its earlier value/);
    expect(await stored()).toMatchObject({ _version: 2 });
    await user.click(screen.getByRole('button', { name: 'Leave out and restore the rest' }));

    await screen.findByText('1 field restored');
    expect(await stored()).toMatchObject({ pages: 100, isbn: '900-1' });
  });

  test('of one value keeps unsaved input', async () => {
    await change({ pages: 7 });
    const { user } = await open();
    await startEditing(user);
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await user.type(title, ', typed');
    await openSection(user, 'History');

    await screen.findByRole('heading', { name: 'Version 1' });
    await user.click(screen.getByRole('button', { name: /^Created with/ }));
    await user.click(screen.getByRole('button', { name: 'Restore this value: Pages, version 1' }));
    await screen.findByRole('radio', { name: 'Keep them in the form' });
    await user.click(await screen.findByRole('button', { name: 'Restore 1 field' }));

    await screen.findByText('1 field restored');
    expect(await stored()).toMatchObject({ pages: 100, title: book['title'] });
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveProperty(
      'value',
      `${book['title']}, typed`,
    );
  });
});

test('a deleted record shows its history and a link to the trash', async () => {
  const path = `/api/books/${book['_id']}`;
  await api.call('DELETE', path, { as: 'admin', headers: { 'If-Match': '*' } });
  await openScreen(api, `/books/details/${book['_id']}`);

  await screen.findByText('This record was deleted');
  await screen.findByRole('heading', { level: 2, name: book['title'] });
  expect(screen.getByRole('link', { name: 'Open the trash of Books' }).getAttribute('href')).toBe(
    '/books/trash',
  );
  expect(screen.getByRole('button', { name: /^Deleted with/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
});

test('a deleted record keeps the chosen versions while others change the collection', async () => {
  // A tab nobody sees reads nothing, and jsdom has none that is seen.
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const path = `/api/books/${book['_id']}`;
  await api.call('DELETE', path, { as: 'admin', headers: { 'If-Match': '*' } });
  const requests = vi.spyOn(api.api, 'fetch');
  const { user } = await openScreen(api, `/books/details/${book['_id']}`);
  await user.click(await screen.findByRole('checkbox', { name: /version 1/ }));
  const asked = () => requests.mock.calls.filter(([{ url }]) => url.endsWith(path)).length;
  const before = asked();

  emitServerEvent({ event: 'record.created', data: { resource: 'books', _id: 'other' } });

  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  expect(screen.getByRole('checkbox', { name: /version 1/ })).toHaveProperty('checked', true);
});
