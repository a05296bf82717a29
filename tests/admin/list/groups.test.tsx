import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { addBooksOfTwo } from '../../support/books-of-two.ts';
import { bringAllNear } from '../../support/near-observer.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { gridCell, leaveScreen, openScreen, screen, waitFor } from '../../support/screen.tsx';

const settings = '/api/users/current/settings/grid.books';

const api = await openScreensOf(screenLibrary, {
  clear: async ({ call }) => {
    await call('DELETE', settings, { as: 'admin' });
  },
});
await addBooksOfTwo(api);
await addRecords(api, '/api/books', [{ title: 'Book D', pages: 400 }]);
// A setting that is stored late would undo what `clear` does, and be there in the next test.
afterEach(leaveScreen);

const heads = () =>
  screen
    .getAllByRole('row')
    .flatMap((row) =>
      row.hasAttribute('aria-expanded')
        ? [
            `${row.getAttribute('aria-level')} ${row.getAttribute('aria-expanded')} ${row.textContent}`,
          ]
        : [],
    );
const head = (name: RegExp) => screen.findByRole('row', { name });
const link = (title: string) => screen.queryByRole('link', { name: title });

test('a list is grouped by fields that the user chooses, and remembers them', async () => {
  const { user, address } = await openScreen(api, '/books/overview');
  await gridCell('Book A');

  await user.click(screen.getByRole('button', { name: 'Group' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Group by' }), 'Genre');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Then by' }), 'Author');
  await user.keyboard('{Escape}');

  await screen.findByRole('button', { name: 'Grouped by Genre, Author' });
  await screen.findByRole('treegrid', { name: 'Books, grouped by Genre, Author' });
  await waitFor(() =>
    expect(heads()).toEqual([
      '1 false Genrenovel2',
      '1 false Genrepoetry1',
      '1 false GenreNo value1',
    ]),
  );
  expect(new URLSearchParams(address().split('?')[1]).get('by')).toBe('genre,author');
  await waitFor(async () => {
    const { json } = await api.call('GET', settings, { as: 'admin' });
    expect(json).toMatchObject({ groups: ['genre', 'author'] });
  });
});

test('groups open and close by keys, and only open groups load their records', async () => {
  const { user, calls } = await openScreen(api, '/books/overview?by=genre,author');
  const novels = await head(/novel/);
  calls();
  novels.focus();

  await user.keyboard('{ArrowRight}');
  await head(/Ada/);
  await user.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => expect(link('Book A')).not.toBeNull());

  expect(link('Book B')).toBeNull();
  const asked = calls().filter((call) => /\/api\/books(\?|\/groups)/.test(call));
  expect(asked).toHaveLength(2);
  expect(heads().slice(0, 3)).toEqual([
    '1 true Genrenovel2',
    '2 true AuthorAda1',
    '2 false AuthorBo1',
  ]);
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(link('Book A')).toBeNull());
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(novels);
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(heads()).toHaveLength(3));
});

test('the filter of the list applies, and each group has its own figures', async () => {
  await api.call('PUT', settings, { as: 'admin', body: { figures: { pages: 'sum' } } });
  const filter = encodeURIComponent(JSON.stringify({ pages_lt: 350 }));
  await openScreen(api, `/books/overview?by=genre&filter=${filter}`);

  await head(/novel/);

  expect(heads()).toEqual(['1 false Genrenovel2300', '1 false Genrepoetry1300']);
});

test('sums are below their columns and can be set up there, and all groups open at once', async () => {
  const { user } = await openScreen(api, '/books/overview?by=genre');
  await head(/novel/);

  await user.selectOptions(await screen.findByRole('combobox', { name: 'Add a figure' }), 'Pages');
  await screen.findByRole('columnheader', { name: /^Pages/ });
  await waitFor(() => expect(heads()[0]).toBe('1 false Genrenovel2300'));
  await user.click(screen.getByRole('button', { name: 'Open all' }));

  expect(heads().map((text) => text.slice(0, 6))).toEqual(['1 true', '1 true', '1 true']);
  await user.click(screen.getByRole('button', { name: 'Close all' }));
  expect(heads().map((text) => text.slice(0, 7))).toEqual(['1 false', '1 false', '1 false']);
});

test('Tab reaches a row after all groups were closed around the focus', async () => {
  const { user } = await openScreen(api, '/books/overview?by=genre,author');
  (await head(/novel/)).focus();
  await user.keyboard('{ArrowRight}');
  (await head(/Ada/)).focus();

  await user.click(screen.getByRole('button', { name: 'Close all' }));

  await waitFor(() => expect(heads()).toHaveLength(3));
  const reached = screen.getAllByRole('row').filter((row) => row.tabIndex === 0);
  expect(reached.map((row) => row.textContent)).toEqual(['Genrenovel2']);
});

test('the records of a group can be edited in their cells', async () => {
  const { user } = await openScreen(api, '/books/overview?by=genre');
  await user.click(await head(/poetry/));
  const cell = await gridCell('300');

  await user.click(cell);
  // The first keys come before the input has loaded.
  await userEvent.setup({ delay: null }).keyboard('30');
  await waitFor(() =>
    expect(document.querySelector('.g-editor input')).toHaveProperty('value', '30'),
  );
  await user.keyboard('1{Enter}');

  await waitFor(async () => {
    const { json } = await api.call('GET', '/api/books?title=Book C', { as: 'admin' });
    expect(json.data[0].pages).toBe(301);
  });
});

test('fields hidden from the role are not offered for grouping', async () => {
  const { user } = await openScreen(api, '/books/overview?by=secret', { as: 'staff' });
  await gridCell('Book A');

  await user.click(screen.getByRole('button', { name: 'Group' }));

  const select = await screen.findByRole('combobox', { name: 'Group by' });
  expect(select.textContent).toContain('Genre');
  expect(select.textContent).not.toMatch(/secret/i);
  expect(screen.queryByRole('treegrid')).toBeNull();
});

test('a link keeps its groups while the list is filtered, until the user chooses others', async () => {
  const { user, address } = await openScreen(api, '/books/overview?by=genre');
  await head(/novel/);
  const by = () => new URLSearchParams(address().split('?')[1]).get('by');

  await user.type(screen.getByRole('searchbox'), 'Book A');
  await waitFor(() => expect(heads()).toEqual(['1 false Genrenovel1']));
  expect(address()).toContain('Book');
  expect(by()).toBe('genre');
  await user.click(screen.getByRole('button', { name: 'Grouped by Genre' }));
  await user.click(await screen.findByRole('button', { name: 'Do not group' }));

  await waitFor(() => expect(screen.queryByRole('treegrid')).toBeNull());
  expect(by()).toBeNull();
});

test('all levels open at once, and each group loads when the user comes near it', async () => {
  const { user, calls } = await openScreen(api, '/books/overview?by=genre,author');
  await head(/novel/);
  calls();

  await user.click(screen.getByRole('button', { name: 'Open all' }));
  expect(heads().map((text) => text.slice(0, 6))).toEqual(['1 true', '1 true', '1 true']);
  expect(calls().filter((call) => /\/api\/books(\?|\/groups)/.test(call))).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Close all' }));
  bringAllNear();
  await user.click(screen.getByRole('button', { name: 'Open all' }));

  await waitFor(() => expect(link('Book A')).not.toBeNull());
  expect(heads().filter((text) => text.includes('false'))).toEqual([]);
});
