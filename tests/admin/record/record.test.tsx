import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { openOwnBook } from '../../support/open-own-book.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

let api: TestApi;
let author: Record<string, any>;
let book: Record<string, any>;
const { stored, edit } = await openOwnBook((own) => ({ api, author, book } = own));
const save = () => screen.getByRole('button', { name: 'Save' });

/** That the record was opened is kept for the menu. */
const isOfMenu = (call: string): boolean => call.endsWith('/settings/palette');

describe('the form of a record', () => {
  test('has a link and a heading that keep the direction of its letters', async () => {
    const { user } = await openScreen(api, '/books/overview?sort=createdAt&order=DESC');
    const link = await screen.findByRole('link', { name: book.title });
    expect(link.dir).toBe('auto');
    await user.click(link);

    const heading = await screen.findByRole('heading', { level: 2, name: book.title });
    expect(heading.firstElementChild?.tagName).toBe('BDI');
  });

  test('sends only changed fields, with the version it was opened with, and stays open', async () => {
    const { user, calls, address } = await edit();
    const title = await screen.findByRole('textbox', { name: 'Title' });

    await user.clear(title);
    await user.type(title, 'Better');
    expect(screen.getByText('1 field changed')).toBeTruthy();
    await user.click(save());

    await screen.findByText('Saved');
    expect(calls().filter((call) => /^(PATCH|PUT) .api.books/.test(call))).toEqual([
      `PATCH /api/books/${book._id}`,
    ]);
    expect(await stored()).toMatchObject({ title: 'Better', pages: 100, _version: 2 });
    await screen.findByRole('heading', { level: 2, name: 'Better' });
    expect(screen.queryByText(/field changed/)).toBeNull();
    expect(address()).toBe(`/books/details/${book._id}`);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Title' }));
  });

  test('reports that nothing has changed, and sends no request', async () => {
    const { user, calls } = await edit();
    await screen.findByRole('textbox', { name: 'Title' });

    await user.click(save());

    await screen.findByText('No changes to save');
    expect(calls().filter((call) => !call.startsWith('GET') && !isOfMenu(call))).toEqual([]);
  });

  test('clears a field, changes a part of an object and a list', async () => {
    const { user } = await edit();

    await user.clear(await screen.findByRole('textbox', { name: /Isbn/ }));
    await user.clear(screen.getByRole('textbox', { name: 'Room' }));
    await user.type(screen.getByRole('textbox', { name: 'Room' }), 'B');
    await user.click(save());

    await screen.findByText('Saved');
    expect(await stored()).toMatchObject({
      isbn: null,
      shelf: { room: 'B', row: 1 },
      tags: ['old'],
    });
  });

  test('checks the rules of the server before it saves, and moves to the first problem', async () => {
    const { user, calls } = await edit();
    const pages = screen.getByRole('spinbutton', { name: 'Pages' });
    await user.clear(pages);
    await user.type(pages, '0');

    await user.click(save());

    await screen.findByText('Must be at least 1');
    await waitFor(() => expect(document.activeElement).toBe(pages));
    const link = screen.getByRole('link', { name: 'Copy, 1 problem' });
    await waitFor(() => expect(link.ariaCurrent).toBe('location'));
    expect(calls().filter((call) => !call.startsWith('GET') && !isOfMenu(call))).toEqual([]);
  });

  test('shows problems of the server at their fields, in the language of the user', async () => {
    await addRecords(api, '/api/books', [{ title: 'Other', isbn: '77-1' }]);
    const { user } = await edit({ language: 'de' });
    const isbn = await screen.findByRole('textbox', { name: /Isbn/ });

    await user.clear(isbn);
    await user.type(isbn, '77-1');
    await user.click(screen.getByRole('button', { name: 'Speichern' }));

    await waitFor(() => expect(isbn.getAttribute('aria-invalid')).toBe('true'));
    const hint = document.getElementById(isbn.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toContain('anderen Datensatz');
  });

  test('finds a reference by searching', async () => {
    await addRecords(api, '/api/authors', [{ name: 'Grace' }]);
    const { user } = await edit();
    const input = await screen.findByRole('combobox', { name: 'Author' });
    await waitFor(() => expect(input).toHaveProperty('value', 'Ada'));

    await user.clear(input);
    await user.type(input, 'grace');
    await user.click(await screen.findByRole('option', { name: 'Grace' }));
    await user.click(save());

    await screen.findByText('Saved');
    expect((await stored()).author).not.toBe(author._id);
  });

  test('is saved together with changes of another user to other fields', async () => {
    const { user } = await edit();
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
    const { status } = await api.call('PATCH', `/api/books/${book._id}`, {
      as: 'admin',
      body: { pages: 321 },
      headers: { 'If-Match': '*' },
    });
    expect(status).toBe(200);

    await user.click(save());

    await screen.findByText(/^Saved\. Someone else has changed Pages in the meantime/);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await stored()).toMatchObject({ title: `${book.title}!`, pages: 321 });
  });

  test('asks before a user leaves with unsaved input', async () => {
    const { user, address } = await edit();
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');

    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Books' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(`/books/details/${book._id}`);

    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Books' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));

    await waitFor(() => expect(address()).toBe('/books/overview'));
    expect(await stored()).toMatchObject({ title: book.title });
  });

  test.each([
    [
      'en',
      /^The server is busy or cannot reach its database right now.*Your text is kept\. Try again/,
    ],
    [
      'de',
      /^Der Server ist gerade überlastet oder erreicht seine Datenbank nicht\. Ihr Text bleibt erhalten\./,
    ],
  ] as const)(
    'explains in %s why the server cannot save, and keeps the text',
    async (language, words) => {
      const { user } = await edit({ language });
      const title = await screen.findByRole('textbox', { name: 'Title' });
      await user.type(title, ' kept');
      const down = { code: 'S005', status: 503, problems: [{ code: 'S005', path: '' }] };
      const answer = api.api.fetch.bind(api.api);
      const fetch = vi.spyOn(api.api, 'fetch');
      fetch.mockImplementation((request, ...more) =>
        request.method === 'PATCH'
          ? Promise.resolve(Response.json(down, { status: 503 }))
          : answer(request, ...more),
      );
      onTestFinished(() => {
        fetch.mockRestore();
      });

      await user.click(screen.getByRole('button', { name: /^(Save|Speichern)$/ }));

      expect(await screen.findAllByText(words)).not.toEqual([]);
      expect(title).toHaveProperty('value', `${book.title} kept`);
    },
  );

  test('does not ask after a save, or without a change', async () => {
    const { user, address } = await edit();
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');

    await user.click(screen.getByRole('button', { name: 'Save and close' }));

    await waitFor(() => expect(address()).toBe('/books/overview'));
    expect(await stored()).toMatchObject({ title: `${book.title}!` });
  });

  test('is a friendly page if the record does not exist', async () => {
    await openScreen(api, '/books/details/nothing-here');

    await screen.findByRole('heading', { name: 'This record does not exist' });
    expect(screen.getByRole('link', { name: 'Back to the list: Books' })).toBeTruthy();
  });

  // `import` is a word of the API, which refuses to read it as a record.
  test('shows the not-found page at an invalid URL', async () => {
    await openScreen(api, '/books/details/import');

    await screen.findByRole('heading', { name: 'Page not found', level: 2 });
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test.each([
    ['/books/%s', '/books/details/%s'],
    ['/books/%s/show', '/books/details/%s'],
  ])('opens at %s', async (from, to) => {
    const { address } = await openScreen(api, from.replace('%s', book._id));

    await waitFor(() => expect(address()).toBe(to.replace('%s', book._id)));
  });
});
