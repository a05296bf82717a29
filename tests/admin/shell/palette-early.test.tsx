import { fireEvent } from '@testing-library/react';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { closePalette, useOpenDialog } from '../../../src/admin/kit/palette-state.ts';
import { useGlobalKeys } from '../../../src/admin/shell/keys/use-global-keys.ts';
import { deskDescriptor } from '../../support/desk.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor } from '../../support/screen.tsx';

const desk = await openScreensOf(deskDescriptor);
await addRecords(desk, '/api/tickets', [
  { _id: 'printer', number: '1', subject: 'Printer on fire' },
  { _id: 'press', number: '2', subject: 'Press on fire' },
]);

// The first test of a file loads the palette, as the first use of a page does.
test('the palette keeps what is typed before it has loaded, and Enter opens a match of the whole text', async () => {
  const { user, address } = await openScreen(desk, '/dashboard', { as: 'agent' });
  const opener = await screen.findByRole('button', { name: 'Search and commands' });
  opener.focus();

  fireEvent.keyDown(opener, { key: 'k', ctrlKey: true });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search and commands' }));
  await user.keyboard('printerr{Backspace}{Enter}');

  await waitFor(() => expect(address()).toBe('/tickets/details/printer'));
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('Enter waits for the records of the whole text, not those of its beginning', async () => {
  const { user, address } = await openScreen(desk, '/dashboard', { as: 'agent' });
  await screen.findByRole('button', { name: 'Search and commands' });
  await user.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('combobox');
  await user.type(input, 'fire');
  await screen.findByRole('option', { name: 'Press on fire' });
  const chosen = screen.getByRole('option', { selected: true }).textContent;
  const other = chosen === 'Press on fire' ? 'printer' : 'press';

  await user.type(input, ` ${other}{Enter}`);

  await waitFor(() => expect(address()).toBe(`/tickets/details/${other}`));
});

test('the palette opens by a key that is pressed as soon as the page appears', async () => {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  const there = new Promise<void>((resolve) => {
    new MutationObserver(() => resolve()).observe(page, { childList: true });
  });
  startTransition(() => root.render(<OpenDialog />));
  await there;

  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });

  await waitFor(() => expect(page.textContent).toBe('palette'));
  closePalette();
  root.unmount();
});

/** The name of the dialog that a key has opened. */
function OpenDialog() {
  useGlobalKeys();
  return <p>{useOpenDialog()}</p>;
}
