import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { lending, things } from '../../support/lending.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, startEditing, waitFor } from '../../support/screen.tsx';

const api = await openScreensOf(lending);
await addRecords(api, '/api/things', things);
await addRecords(api, '/api/loans', [{ _id: 'held', thing: 'book', page: 3, days: 4 }]);

async function choose(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: 'Thing' }));
  await user.click(await screen.findByRole('option', { name }));
}
const input = (name: RegExp) => screen.queryByLabelText<HTMLInputElement>(name);

test('a chosen reference requires, shows and hides fields before the form is saved', async () => {
  const { user } = await openScreen(api, '/loans/create');
  await screen.findByLabelText(/^Size/);
  await waitFor(() => expect(input(/^Page/)).toBeNull());
  expect(input(/^Size/)!.required).toBe(false);

  await choose(user, 'Saw');

  await waitFor(() => expect(input(/^Size/)!.required).toBe(true));
  await choose(user, 'Book');
  await waitFor(() => expect(input(/^Page/)).not.toBeNull());
  expect(input(/^Size/)!.required).toBe(false);
});

test('a changed reference locks a field of a record, whose value stays', async () => {
  const { user } = await openScreen(api, '/loans/details/held');
  await startEditing(user);
  await screen.findByLabelText(/^Days/);

  await choose(user, 'Saw');

  await waitFor(() => expect(input(/^Days/)?.tagName).toBe('DIV'));
  expect(input(/^Days/)?.textContent).toBe('4');
});

test('a line of a record asks too, once somebody changes it', async () => {
  const { user, calls } = await openScreen(api, '/things/details/saw');
  await startEditing(user);
  await user.click(await screen.findByRole('button', { name: 'Add line' }));

  await waitFor(() => expect(calls()).toContainEqual(expect.stringMatching(/loans.states/)));
  await user.click(await screen.findByRole('button', { name: /^More fields/ }));
  await waitFor(() => expect(input(/^Size/)!.required).toBe(true));
  expect(input(/^Page/)).toBeNull();
});
