import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor } from '../../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);
const books = await addRecords(api, '/api/books', [
  { title: 'Book A', pages: 100 },
  { title: 'Book B', pages: 101 },
]);

const pagesOf = async (index: number) =>
  (await api.call('GET', `/api/books/${books[index]!._id}`, { as: 'admin' })).json.pages;

/** What the browser has and the test environment lacks. */
class FakeEditContext extends EventTarget {
  updateText(): void {}
  updateControlBounds(): void {}
  updateSelectionBounds(): void {}
}
beforeEach(() => Object.assign(window, { EditContext: FakeEditContext }));
afterEach(() => Reflect.deleteProperty(window, 'EditContext'));

test('an input method composes in a selected cell, which then opens with the text', async () => {
  await openScreen(api, '/books/overview');
  const cell = (await gridCell('Book A')) as HTMLElement & { editContext?: EventTarget };
  act(() => cell.focus());
  const context = cell.editContext ?? new EventTarget();

  act(() => {
    context.dispatchEvent(new Event('compositionstart'));
    context.dispatchEvent(Object.assign(new Event('textupdate'), { text: 'とう' }));
  });
  expect(cell.getAttribute('data-composing')).toBe('とう');
  act(() => {
    context.dispatchEvent(Object.assign(new Event('textupdate'), { text: '東京' }));
    context.dispatchEvent(new Event('compositionend'));
  });

  expect(await screen.findByDisplayValue('東京')).toBeTruthy();
  expect(cell.editContext).toBeNull();
});

test('letters typed into a number leave it as it is', async () => {
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('100')).focus();

  await user.keyboard('abc{Enter}');
  await waitFor(() => expect(document.activeElement!.textContent).toBe('101'));
  await user.keyboard('7{Enter}');

  await waitFor(async () => expect(await pagesOf(1)).toBe(7));
  expect(await pagesOf(0)).toBe(100);
});

test('a sign alone is refused in a number, and does not empty the cell', async () => {
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('100')).focus();
  await user.keyboard('{F2}');
  const input = await screen.findByRole('spinbutton');

  // As a browser tells of it: no text, which is no number either.
  Object.defineProperty(input, 'validity', { value: { badInput: true } });
  fireEvent.input(input, { target: { value: '' } });
  await user.keyboard('{Enter}');

  expect(await screen.findByText('Must be a number')).toBeTruthy();
  expect(await pagesOf(0)).toBe(100);
});
