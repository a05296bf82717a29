import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { screenLibrary } from '../../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);

test('a wrong code of an authenticator app is read aloud, and the button keeps the focus', async () => {
  const { user } = await openScreen(api, '/users/myprofile', { as: 'admin' });

  await user.click(await screen.findByRole('button', { name: 'Add an authenticator app' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Phone');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.type(await dialog.findByRole('textbox', { name: /^Code/ }), '000000');
  const save = dialog.getByRole('button', { name: 'Save' });
  await user.click(save);

  const wrong = /^This code is wrong/;
  const heard = screen.getByRole('status', { hidden: true });
  await waitFor(() => expect(heard.textContent).toMatch(wrong));
  expect(document.activeElement).toBe(save);
});

test('recovery codes stay open when the user presses Enter again', async () => {
  const { user } = await openScreen(api, '/users/myprofile', { as: 'staff' });
  await user.click(await screen.findByRole('button', { name: 'Add an authenticator app' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Phone{Enter}');
  const code = await dialog.findByRole('textbox', { name: /^Code/ });
  const key = /Key:([A-Z2-7 ]+)/.exec(screen.getByRole('dialog').textContent)?.[1] ?? '';
  const secret = Secret.fromBase32(key.replaceAll(' ', ''));

  await user.type(code, `${new TOTP({ secret }).generate()}{Enter}`);
  await screen.findByRole('dialog', { name: 'Keep these recovery codes' });
  await user.keyboard('{Enter}');

  expect(screen.getByRole('dialog', { name: 'Keep these recovery codes' })).toBeTruthy();
});
