import { act } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { connectionLost } from '../../../../src/admin/client/http.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);
await addRecords(api, '/api/books', [{ title: 'Book A' }]);

const stored = async () => (await api.call('GET', '/api/books', { as: 'admin' })).json.data[0];

/** The server answers that it is busy to each write, `times` times. */
function beBusy(times: number): () => number {
  const { fetch } = globalThis;
  onTestFinished(() => void (globalThis.fetch = fetch));
  let left = times;
  globalThis.fetch = (...request) => {
    if (request[0] !== '/api/books/bulk' || left === 0) return fetch(...request);
    left -= 1;
    const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '0.2' };
    return Promise.resolve(Response.json({ code: 'S005', status: 503 }, { status: 503, headers }));
  };
  return () => left;
}

test('a cell that a busy server did not save keeps its text with a notice, and is sent until it is saved', async () => {
  const { user } = await openScreen(api, '/books/overview');
  const pages = (await gridCell('Book A')).parentElement!.querySelector<HTMLElement>(
    '[data-column="3"]',
  )!;
  pages.focus();
  const left = beBusy(2);

  await user.keyboard('77{Enter}');

  await screen.findByText('Not saved yet. The grid sends it again automatically.');
  expect(pages.textContent).toContain('77');
  await waitFor(async () => expect((await stored()).pages).toBe(77), { timeout: 5000 });
  expect(left()).toBe(0);
  await waitFor(() => expect(document.querySelectorAll('.g-failed')).toHaveLength(0));
});

test('an unsaved cell warns a user who leaves, and is saved when the connection is back', async () => {
  const { user, address } = await openScreen(api, '/books/overview');
  (await gridCell('Book A')).focus();
  const { fetch } = globalThis;
  onTestFinished(() => {
    globalThis.fetch = fetch;
    connectionLost.set(false);
  });
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await user.keyboard('{F2}!{Enter}');
  await waitFor(() => expect(document.querySelectorAll('.g-failed')).toHaveLength(1));

  await user.click(screen.getByRole('link', { name: 'Authors' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  within(dialog).getByText('1 cell of this list is not saved.');
  await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
  expect(address()).toMatch('/books/overview');
  globalThis.fetch = fetch;
  act(() => connectionLost.set(false));

  await waitFor(async () =>
    expect((await api.call('GET', '/api/books', { as: 'admin' })).json.data[0].title).toBe(
      'Book A!',
    ),
  );
  await waitFor(() => expect(document.querySelectorAll('.g-failed')).toHaveLength(0));
  await user.click(screen.getByRole('link', { name: 'Authors' }));
  await waitFor(() => expect(address()).toMatch('/authors/overview'));
});
