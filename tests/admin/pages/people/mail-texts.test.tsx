import { expect, test } from 'vitest';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { screenLibrary } from '../../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);

const page = '/admin/mailtexts';
const stored = async () => {
  const { json } = await api.call('GET', '/api/admin/mailtexts', { as: 'admin' });
  return json.data.filter(({ own }: { own: object | null }) => own !== null);
};

test('an admin previews and saves a custom text, and resets it to the standard', async () => {
  const { user } = await openScreen(api, page, { as: 'admin' });
  const text = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Text/ });
  const standard = text.value;
  expect(standard).toContain('{invitedBy} has invited you to {app}');

  await user.clear(text);
  await user.type(text, 'Welcome to {{app}.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Must contain {link}, which this email is for')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add {link} to the text' }));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const preview = await screen.findByRole('region', { name: 'Preview with sample values' });
  expect(within(preview).getByText(/^Hello Jane Roe,\s+Welcome to Library\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The text has been saved')).toBeTruthy();
  expect(await stored()).toMatchObject([
    { kind: 'invitation', language: 'en', own: { text: 'Welcome to {app}.\n\n{link}' } },
  ]);

  await user.click(await screen.findByRole('button', { name: 'Back to the standard text' }));
  await waitFor(async () => expect(await stored()).toEqual([]));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Text/ }).value).toBe(standard),
  );
});

test('the page is shown in German, and each language is edited separately', async () => {
  const { user } = await openScreen(api, page, { as: 'admin', language: 'de' });
  const language = await screen.findByRole('combobox', { name: 'Sprache' });
  const subject = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Betreff/ }).value;

  expect(subject()).toBe('{app}: Sie sind eingeladen');
  await user.selectOptions(language, 'en');
  await waitFor(() => expect(subject()).toBe('{app}: you are invited'));
});

test('only admins see the page', async () => {
  await openScreen(api, page, { as: 'staff' });

  expect(screen.queryByRole('textbox', { name: /^Text/ })).toBeNull();
});
