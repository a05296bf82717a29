import { expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { gridCell, openScreen, screen } from '../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);
await addRecords(api, '/api/books', [{ title: 'Lent' }]);

// A browser offers no clipboard on a page over plain HTTP from another machine.
test.each([
  ['Copy link', /^Your browser blocked copying\./],
  ['Copy cells', /^Your browser blocked copying\./],
  ['Paste', /^Your browser blocked reading the clipboard\. Paste with Ctrl\+V/],
])('without a clipboard, “%s” of a row tells the user what to do', async (name, text) => {
  const { user } = await openScreen(api, '/books/overview');
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  await user.click(await gridCell('Lent'));
  await user.keyboard('{Shift>}{F10}{/Shift}');

  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}(?! as)`) }));

  expect(await screen.findByText(text)).toBeTruthy();
});
