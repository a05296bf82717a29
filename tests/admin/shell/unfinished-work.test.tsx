import { afterEach, beforeAll, expect, test } from 'vitest';
import { withProgress } from '../../../src/admin/client/progress.ts';
import { hasUnfinishedWork, watchInput } from '../../../src/admin/shell/update/unfinished-work.ts';

beforeAll(watchInput);
afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', '/elsewhere');
});

test('a page without unfinished work may reload', () => {
  expect(hasUnfinishedWork()).toBe(false);
});

test.each([
  ['something was typed', '<input>', 'input'],
  ['something was chosen from a list', '<div role="option"></div>', 'click'],
])('blocks a reload where %s, until another one is opened', (_, html, event) => {
  history.replaceState(null, '', '/chems/create');
  document.body.innerHTML = html;
  document.body.firstElementChild!.dispatchEvent(new Event(event, { bubbles: true }));

  expect(hasUnfinishedWork()).toBe(true);
  history.replaceState(null, '', '/dashboard');
  expect(hasUnfinishedWork()).toBe(false);
});

test.each([
  ['the search of a list', '<input type="search">', 'input'],
  ['a filter', '<div data-passing><input></div>', 'input'],
  ['the row of filters', '<div class="g-filter-row"><input></div>', 'input'],
])('does not block a reload after typing into %s', (_, html, event) => {
  history.replaceState(null, '', '/chems/overview');
  document.body.innerHTML = html;
  const input = document.querySelector('input')!;
  input.focus();
  input.dispatchEvent(new Event(event, { bubbles: true }));

  expect(hasUnfinishedWork()).toBe(false);
});

test.each([
  ['a dialog', '<div role="dialog"></div>'],
  ['a cell', '<div class="g-editor"></div>'],
])('blocks a reload while %s is open', (_, html) => {
  document.body.innerHTML = html;

  expect(hasUnfinishedWork()).toBe(true);
});

test('blocks a reload while a file is uploading', async () => {
  let arrive = (): void => undefined;
  const sending = withProgress(new Promise<void>((resolve) => (arrive = resolve)));

  expect(hasUnfinishedWork()).toBe(true);
  arrive();
  await sending;
  expect(hasUnfinishedWork()).toBe(false);
});

test('blocks a reload of a page that asks the browser to stay', () => {
  const stay = (event: Event): void => event.preventDefault();
  window.addEventListener('beforeunload', stay);

  expect(hasUnfinishedWork()).toBe(true);
  window.removeEventListener('beforeunload', stay);
});
