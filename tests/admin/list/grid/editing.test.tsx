import { act } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { emitServerEvent } from '../../../../src/admin/client/events/server-events.ts';
import { connectionLost } from '../../../../src/admin/client/http.ts';
import type { CellProps } from '../../../../src/fields/type/field-ui.ts';
import { fieldUis } from '../../../../src/fields/registry.ui.tsx';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../../support/screen-library.ts';
import { closeScreen, gridCell, openScreen, screen, waitFor } from '../../../support/screen.tsx';

let books: Record<string, any>[];

const api = await openScreensOf(screenLibrary, {
  clear: async ({ call }) => {
    sessionStorage.clear();
    for (const { _id } of books)
      await call('DELETE', `/api/books/${_id}`, {
        as: 'admin',
        headers: { 'If-Match': '*' },
      });
  },
});
const authors = await addRecords(
  api,
  '/api/authors',
  ['First', 'Second'].map((name) => ({ name: `${name} author` })),
);
beforeEach(async () => {
  books = await addRecords(
    api,
    '/api/books',
    ['A', 'B', 'C'].map((letter, index) => ({ title: `Book ${letter}`, pages: 100 + index })),
  );
});

const stored = async (index: number) =>
  (await api.call('GET', `/api/books/${books[index]!._id}`, { as: 'admin' })).json;

/** Each text that an element shows from now on. */
function textsFromNowOn(element: Element): (string | null)[] {
  const texts: (string | null)[] = [];
  new MutationObserver(() => texts.push(element.textContent)).observe(element, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return texts;
}

/** Holds back lists of books that the server has answered, until the test ends. */
function holdLists(): { held: (() => void)[] } {
  const { fetch } = globalThis;
  const held: (() => void)[] = [];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const answer = await fetch(...request);
    const [path] = request;
    if (typeof path === 'string' && path.startsWith('/api/books?'))
      await new Promise<void>((resolve) => held.push(resolve));
    return answer;
  });
  onTestFinished(() => {
    spy.mockRestore();
    for (const release of held) release();
  });
  return { held };
}

/** Row and column of the cell that has the focus. */
const placeOfFocus = () => {
  const { row, column } = (document.activeElement as HTMLElement).dataset;
  return [Number(row), Number(column)];
};

describe('a cell', () => {
  test('is edited with F2, typing and Enter, shown at once, and the cell below becomes active', async () => {
    const { user } = await openScreen(api, '/books/overview');
    (await gridCell('Book A')).focus();

    await user.keyboard('{F2}');
    const input = await screen.findByRole('textbox', { name: /Title/ });
    await user.clear(input);
    await user.type(input, 'Book Z{Enter}');

    await waitFor(async () => expect((await stored(0)).title).toBe('Book Z'));
    expect(document.activeElement?.textContent).toBe('Book B');
    expect(screen.queryByRole('textbox', { name: /Title/ })).toBeNull();
  });

  test('keeps showing the new value, also when an older list response arrives', async () => {
    const { user } = await openScreen(api, '/books/overview');
    const cell = await gridCell('Book A');
    const texts = textsFromNowOn(cell.querySelector('.g-value')!);
    cell.focus();
    const lists = holdLists();
    emitServerEvent({ event: 'record.updated', data: { resource: 'books', _id: books[1]!._id } });
    await waitFor(() => expect(lists.held).toHaveLength(1));

    await user.keyboard('{F2}{End}s{Enter}');
    await waitFor(async () => expect((await stored(0)).title).toBe('Book As'));
    await waitFor(() => expect(cell.ariaBusy).toBeNull());
    lists.held[0]!();
    await waitFor(() => expect(lists.held.length).toBeGreaterThan(1));

    expect(texts).toContain('Book As');
    expect(texts).not.toContain('Book A');
  });

  test('is replaced by typing, and Escape restores it', async () => {
    const { user } = await openScreen(api, '/books/overview');
    (await gridCell('101')).focus();

    await user.keyboard('250');
    await waitFor(() => expect(screen.getByRole('spinbutton')).toHaveProperty('value', '250'));
    await user.keyboard('{Escape}');

    expect(await gridCell('101')).toBe(document.activeElement);
    expect((await stored(1)).pages).toBe(101);
  });

  test('of a choice, a reference or tags is edited by keys alone, and one Escape leaves it', async () => {
    const { user } = await openScreen(api, '/books/overview');
    (await gridCell('Book A')).focus();
    await user.keyboard('{ArrowRight}');

    await user.keyboard('Second');
    await screen.findByRole('option', { name: 'Second author' });
    await waitFor(() => expect(screen.queryByRole('option', { name: 'First author' })).toBeNull());
    await user.keyboard('{Enter}{Enter}');
    const author = authors[1]!._id as string;
    await waitFor(async () => expect(await stored(0)).toMatchObject({ author }));
    await waitFor(() => expect(placeOfFocus()).toEqual([0, 1]));

    await user.keyboard('{ArrowRight}p');
    const poetry = await screen.findByRole('option', { name: 'poetry' });
    await waitFor(() => expect(document.activeElement).toBe(poetry));
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await stored(0)).toMatchObject({ genre: 'poetry' }));
    await waitFor(() => expect(placeOfFocus()).toEqual([0, 2]));

    const tags = () => screen.getByRole('combobox', { name: /Tags/i });
    await user.keyboard('{ArrowRight}{ArrowRight}old');
    await waitFor(() => expect(tags()).toHaveProperty('value', 'old'));
    await user.keyboard('{Enter}rare{Tab}');
    await waitFor(async () => expect(await stored(0)).toMatchObject({ tags: ['old', 'rare'] }));

    await user.keyboard('{Shift>}{Tab}{/Shift}{ArrowLeft}{ArrowLeft}{ArrowLeft}{F2}');
    await screen.findByRole('option', { name: 'First author' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(placeOfFocus()).toEqual([0, 1]));
    expect(await stored(0)).toMatchObject({ author });
  });

  test('is left by an arrow key after typing, skipped by Tab, and Enter returns below the start of Tab', async () => {
    const { user } = await openScreen(api, '/books/overview');
    (await gridCell('Book A')).focus();

    await user.keyboard('X');
    await screen.findByRole('textbox', { name: /Title/ });
    await user.keyboard('1{ArrowDown}');
    await waitFor(() => expect(placeOfFocus()).toEqual([1, 0]));
    await user.keyboard('Y');
    await screen.findByRole('textbox', { name: /Title/ });
    await user.keyboard('{Tab}');
    await waitFor(() => expect(placeOfFocus()).toEqual([1, 1]));
    await user.keyboard('{Tab}{Tab}7');
    await screen.findByRole('spinbutton');
    await user.keyboard('{Enter}');

    await waitFor(() => expect(placeOfFocus()).toEqual([2, 0]));
    await waitFor(async () => expect(await stored(1)).toMatchObject({ title: 'Y', pages: 7 }));
    expect(await stored(0)).toMatchObject({ title: 'X1' });
    await user.keyboard('{Tab}');
    expect(screen.getByRole('grid').contains(document.activeElement)).toBe(false);
  });

  test('keeps its input and shows the reason while the value is invalid', async () => {
    const { user } = await openScreen(api, '/books/overview');
    (await gridCell('101')).focus();

    await user.keyboard('0');
    await screen.findByRole('spinbutton');
    await user.keyboard('{Enter}');

    // Below the input and, a moment later, in the grid for screen readers.
    await screen.findAllByText(/must be at least 1/i);
    expect(screen.getByRole('spinbutton')).toBeTruthy();
  });

  test('changed by somebody else shows both values', async () => {
    const { user } = await openScreen(api, '/books/overview');
    (await gridCell('101')).focus();
    const version = { 'If-Match': '*' };
    const url = `/api/books/${books[1]!._id}`;
    await api.call('PATCH', url, { as: 'admin', headers: version, body: { pages: 777 } });

    await user.keyboard('300');
    await screen.findByRole('spinbutton');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.querySelector('.g-conflict')).not.toBeNull());
    document.querySelector<HTMLElement>('.g-conflict')!.focus();

    await screen.findByText('Someone else changed this cell');
    expect(screen.getByText('777')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(async () => expect((await stored(1)).pages).toBe(300));
  });

  test('is saved although another field of its record was changed meanwhile', async () => {
    const { user } = await openScreen(api, '/books/overview');
    (await gridCell('101')).focus();
    const url = `/api/books/${books[1]!._id}`;
    const headers = { 'If-Match': '*' };
    await api.call('PATCH', url, { as: 'admin', headers, body: { price: 5 } });

    await user.keyboard('300');
    await screen.findByRole('spinbutton');
    await user.keyboard('{Enter}');

    await waitFor(async () => expect(await stored(1)).toMatchObject({ pages: 300, price: 5 }));
  });

  test('is emptied by Delete, and undo and redo still work after a reload', async () => {
    const { user } = await openScreen(api, '/books/overview');
    (await gridCell('101')).focus();

    await user.keyboard('{Delete}');
    await waitFor(async () => expect((await stored(1)).pages).toBeNull());
    closeScreen();
    const again = await openScreen(api, '/books/overview');
    (await gridCell('Book B')).focus();
    await again.user.keyboard('{Control>}z{/Control}');
    await waitFor(async () => expect((await stored(1)).pages).toBe(101));
    await again.user.keyboard('{Control>}y{/Control}');

    await waitFor(async () => expect((await stored(1)).pages).toBeNull());
    expect((await stored(1))._version).toBe(4);
  });

  test('that is read-only does not open, and looks read-only', async () => {
    const { user } = await openScreen(api, '/books/overview', { as: 'viewer' });
    const cell = await gridCell('101');
    cell.focus();

    await user.keyboard('{F2}5');

    expect(cell.getAttribute('aria-readonly')).toBe('true');
    expect(screen.queryByRole('spinbutton')).toBeNull();
  });
});

test('the active cell stays in its record when another user adds a row above it', async () => {
  await openScreen(api, '/books/overview?sort=title&order=ASC&filter={}');
  (await gridCell('Book B')).focus();
  const [row, column] = placeOfFocus();

  books.push(...(await addRecords(api, '/api/books', [{ title: 'Book 0' }])));
  // All that is shown is read again when the server is there again.
  act(() => connectionLost.set(true));
  act(() => connectionLost.set(false));
  await gridCell('Book 0');

  await waitFor(() => expect(placeOfFocus()).toEqual([row! + 1, column]));
  expect(document.activeElement?.textContent).toBe('Book B');
});

test('only the row that was written is redrawn', async () => {
  const drawn: unknown[] = [];
  const { Cell } = fieldUis.number;
  fieldUis.number.Cell = (props: CellProps) => {
    drawn.push(props.value);
    return <Cell {...props} />;
  };
  try {
    const { user } = await openScreen(api, '/books/overview');
    (await gridCell('101')).focus();
    drawn.splice(0);

    await user.keyboard('{ArrowDown}{ArrowUp}5');
    await screen.findByRole('spinbutton');
    await user.keyboard('00{Enter}');
    await waitFor(async () => expect((await stored(1)).pages).toBe(500));

    expect(new Set(drawn)).toEqual(new Set([500]));
  } finally {
    fieldUis.number.Cell = Cell;
  }
});
