import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { openOwnBook } from '../../support/open-own-book.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

let api: TestApi;
let author: Record<string, any>;
let book: Record<string, any>;
const { stored, open, edit } = await openOwnBook((own) => ({ api, author, book } = own));
const save = () => screen.getByRole('button', { name: 'Save' });

describe('a record somebody else saved first', () => {
  const meanwhile = (changes: object) =>
    api.call('PATCH', `/api/books/${book._id}`, {
      as: 'staff',
      body: changes,
      headers: { 'If-Match': '*' },
    });

  test('shows both versions, selects what only one side changed, and saves the selection', async () => {
    const { user } = await edit();
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await meanwhile({ title: 'Theirs', pages: 222 });
    await user.clear(title);
    await user.type(title, 'Mine');
    await user.type(screen.getByRole('textbox', { name: 'Blurb' }), 'My words');

    await user.click(save());
    const dialog = await screen.findByRole('dialog', { name: /This record has been changed/ });
    await within(dialog).findByText('staff');
    const choice = (name: string) => within(dialog).getByRole<HTMLInputElement>('radio', { name });
    expect(choice('Pages: Their version').checked).toBe(true);
    expect(choice('Blurb: Your version').checked).toBe(true);
    expect(within(dialog).getByText('1 unresolved field')).toBeTruthy();
    await user.click(choice('Title: Your version'));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));

    await screen.findByText('Saved');
    expect(await stored()).toMatchObject({
      title: 'Mine',
      pages: 222,
      blurb: 'My words',
      _version: 3,
    });
  });

  test('offers both additions to a list, each part of an object, and the previous value', async () => {
    const { user } = await edit();
    const tags = await screen.findByRole('combobox', { name: 'Tags' });
    await meanwhile({ tags: ['old', 'theirs'], shelf: { room: 'B', row: 1 } });
    await user.type(tags, 'mine{Enter}');
    const row = screen.getByRole('spinbutton', { name: 'Row' });
    await user.clear(row);
    await user.type(row, '2');

    await user.click(save());
    const dialog = await screen.findByRole('dialog', { name: /This record has been changed/ });
    const shelf = (name: string) => within(dialog).getByRole('radiogroup', { name });
    expect(within(dialog).getByText('Original', { selector: 'span' })).toBeTruthy();
    expect(shelf('Shelf: Room').querySelector('.before')?.textContent).toContain('A');
    expect(within(shelf('Shelf: Row')).getByRole('radio', { checked: true }).ariaLabel).toBe(
      'Shelf: Row: Your version',
    );
    await user.click(within(dialog).getByRole('radio', { name: 'Tags: Both' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));

    await screen.findByText('Saved');
    expect(await stored()).toMatchObject({
      tags: ['old', 'theirs', 'mine'],
      shelf: { room: 'B', row: 2 },
    });
  });

  test('is accepted as it is if I choose nothing of mine', async () => {
    const { user, calls } = await edit();
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await meanwhile({ title: 'Theirs' });
    await user.type(title, '!');
    await user.click(save());
    const dialog = await screen.findByRole('dialog', { name: /This record has been changed/ });
    calls();

    await user.click(within(dialog).getByRole('radio', { name: 'Title: Their version' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(title).toHaveProperty('value', 'Theirs'));
    // What the user opened last is stored a moment later, in a setting.
    expect(calls().filter((call) => /^(?!GET )\w+ \/api\/books/.test(call))).toEqual([]);
    expect(screen.queryByText(/field changed/)).toBeNull();
  });
});

describe('a new record', () => {
  test('starts with the defaults, is checked as a whole, and opens when it is saved', async () => {
    const { user, address } = await openScreen(api, '/books/create');
    const title = await screen.findByRole('textbox', { name: /Title/ });

    await user.click(save());
    await screen.findByText('Is required');
    await waitFor(() => expect(document.activeElement).toBe(title));
    await user.type(title, 'New one');
    await user.click(save());

    await screen.findByRole('heading', { level: 2, name: 'New one' });
    const id = address().split('/').at(-1)!;
    expect(await stored(id)).toMatchObject({ title: 'New one', inPrint: true, genre: null });
  });

  test('can be followed by the next one', async () => {
    const { user, address } = await openScreen(api, '/books/create');
    await user.type(await screen.findByRole('textbox', { name: /Title/ }), 'One of two');

    await user.click(screen.getByRole('button', { name: 'Save and add another' }));

    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: /Title/ })).toHaveProperty('value', ''),
    );
    expect(address()).toBe('/books/create');
  });

  test('can copy another one, without its unique values', async () => {
    const { user } = await open();

    await user.click(await screen.findByRole('link', { name: 'Duplicate' }));
    await screen.findByRole('heading', { level: 2, name: 'New record' });

    expect(screen.getByRole('textbox', { name: /Title/ })).toHaveProperty('value', book.title);
    expect(screen.getByRole('textbox', { name: /Isbn/ })).toHaveProperty('value', '');
  });
});

describe('deleting', () => {
  test('asks for confirmation, deletes the record and returns to the list', async () => {
    const { user, address } = await open();

    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: `Delete “${book.title}”?` });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));

    await waitFor(() => expect(address()).toBe('/books/overview'));
    expect((await api.call('GET', `/api/books/${book._id}`, { as: 'admin' })).status).toBe(404);
  });

  test('names what refers to a record in use, and links to it', async () => {
    const { user, address } = await openScreen(api, `/authors/details/${author._id}`);

    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Ada”?' });
    await within(dialog).findByText(/^This record cannot be deleted/);
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
    await user.click(await within(dialog).findByRole('link', { name: /^Books: \d+ \(Author\)$/ }));

    await waitFor(() =>
      expect(decodeURIComponent(address())).toBe(
        `/books/overview?filter={"author":"${author._id}"}`,
      ),
    );
  });
});

describe('a role with fewer rights', () => {
  test('reads a record without inputs', async () => {
    await open({ as: 'viewer' });

    await screen.findByRole('heading', { level: 2, name: book.title });
    expect(screen.getByRole('group', { name: 'Title' }).textContent).toBe(book.title);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Save|Delete/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Duplicate' })).toBeNull();
  });

  test('sees read-only fields, and no hidden ones', async () => {
    const { user } = await edit({ as: 'staff' });
    await user.click(screen.getByRole('textbox', { name: 'Title' }));

    expect(screen.getByRole('group', { name: 'Stock' })).toBeTruthy();
    expect(screen.queryByRole('spinbutton', { name: 'Stock' })).toBeNull();
    expect(screen.queryByText('Secret')).toBeNull();
  });
});
