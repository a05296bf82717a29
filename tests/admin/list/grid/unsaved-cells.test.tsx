import { act } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { connectionLost } from '../../../../src/admin/client/http.ts';
import type { TestApi } from '../../../support/api.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

let api: TestApi;
openScreensOf(screenLibrary, async (opened) => {
  api = opened;
  await addRecords(api, '/api/books', [{ title: 'Book A' }]);
});

test('a cell that could not be saved holds back who leaves, and is saved when the connection is back', async () => {
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
