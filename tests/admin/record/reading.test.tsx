import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { openOwnBook } from '../../support/open-own-book.ts';
import { openScreen, openSection, screen, waitFor, within } from '../../support/screen.tsx';

let api: TestApi;
let book: Record<string, any>;
const { open } = await openOwnBook((own) => ({ api, book } = own));
const textOf = ({ textContent }: HTMLElement) => textContent;

describe('a record', () => {
  test('shows its values in the sections of the descriptor, under its title', async () => {
    await open();

    await screen.findByRole('heading', { level: 2, name: book.title });
    // The others have no values.
    const names = ['Work', 'Copy', 'History'];
    expect(screen.getAllByRole('heading', { level: 3 }).map(textOf)).toEqual(names);
    const contents = within(screen.getByRole('navigation', { name: 'Sections' }));
    expect(contents.getAllByRole('link').map(textOf)).toEqual(names);
    expect(screen.getByRole('group', { name: 'Pages' }).textContent).toBe('100');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('opens the input of a value on a click, and closes it on Escape', async () => {
    const { user } = await open();

    await user.click(await screen.findByText('100'));
    const pages = screen.getByRole('spinbutton', { name: 'Pages' });
    expect(document.activeElement).toBe(pages);
    expect(screen.getByRole('textbox', { name: 'Room' })).toHaveProperty('value', 'A');
    await user.keyboard('{Escape}');

    expect(screen.queryByRole('spinbutton')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Pages' }));
  });

  test('keeps the space of Edit empty, so that a double click does not hit Delete', async () => {
    const { user } = await open();
    const edit = await screen.findByRole('button', { name: 'Edit' });

    await user.click(edit);

    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(edit.isConnected).toBe(true);
  });

  test('opens its inputs by a key, and asks before it discards unsaved input', async () => {
    const { user } = await open();
    await screen.findByRole('heading', { level: 2, name: book.title });
    await user.keyboard('e');
    const title = screen.getByRole('textbox', { name: 'Title' });
    expect(document.activeElement).toBe(title);
    await user.keyboard(' more');
    expect(title).toHaveProperty('value', `${book.title} more`);

    await user.keyboard('{Escape}');
    const asked = within(await screen.findByRole('dialog', { name: 'Discard changes?' }));
    await user.click(asked.getByRole('button', { name: 'Keep editing' }));
    expect(title.isConnected).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));

    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(screen.getByRole('group', { name: 'Title' }).textContent).toBe(book.title);
  });

  test('hides empty fields until the user shows them, and remembers it', async () => {
    const { user, calls } = await open();
    const isStored = (method: string) =>
      waitFor(() =>
        expect(calls().some((call) => call.startsWith(`${method} ${setting}`))).toBe(true),
      );
    const setting = '/api/users/current/settings/emptyFields';
    const show = await screen.findByRole('button', { name: /^Show \d+ empty fields$/ });
    expect(screen.queryByRole('group', { name: 'Blurb' })).toBeNull();

    await user.click(show);
    expect(screen.getByRole('group', { name: 'Blurb' })).toBeTruthy();
    await isStored('PUT');
    await user.click(screen.getByRole('button', { name: /^Hide \d+ empty fields$/ }));

    expect(screen.queryByRole('group', { name: 'Blurb' })).toBeNull();
    await isStored('DELETE');
  });

  test('names the sections without values in one line instead of showing them', async () => {
    const { user } = await open();

    await screen.findByText('No values in More');
    expect(screen.queryByRole('heading', { name: 'More' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Show \d+ empty fields$/ }));

    await screen.findByRole('heading', { name: 'More' });
    await user.click(screen.getByRole('button', { name: /^Hide \d+ empty fields$/ }));
  });

  test('goes to a section, which the URL remembers', async () => {
    const { user, address } = await open();

    await openSection(user, 'Copy');

    expect(address()).toBe(`/books/details/${book._id}#copy`);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3, name: 'Copy' }));
    expect(screen.getByRole('link', { name: 'Copy' }).ariaCurrent).toBe('location');
  });

  test.each([
    ['?tab=2', '#copy'],
    ['?tab=history', '#history'],
    ['#history', '#history'],
  ])('opens at the section of %s', async (from, to) => {
    const { address } = await openScreen(api, `/books/details/${book._id}${from}`);

    await waitFor(() => expect(address()).toBe(`/books/details/${book._id}${to}`));
    if (to === '#history') await screen.findByText('Version 1');
  });
});
