import { readFile } from 'node:fs/promises';
import { openAccount } from './open-account.ts';
import { expectGoodOnPhone } from './speak.ts';
import { expect, signIn, test } from './test.ts';

const password = 'eleven quiet orchards';

test('an admin ends the session of a person, exports their data and anonymises them', async ({
  page,
  api,
  openBrowser,
}) => {
  const email = `leaver.${Date.now()}@e2e.example.org`;
  const visitor = await openBrowser();
  await openAccount(api, { email, password });
  await signIn(visitor, { email, password });
  await signIn(page);

  await test.step('finds the person from the menu', async () => {
    await page.getByRole('link', { name: 'Users' }).first().press('Enter');
    await page.getByRole('searchbox').fill(email);
    await page.getByRole('link', { name: email.split('@')[0]!, exact: true }).click();
    await page.getByRole('link', { name: 'Account' }).press('Enter');
  });

  await test.step('ends the session, and the person is signed out', async () => {
    const table = page.getByRole('table', { name: 'Sessions' });
    await expect(table.getByRole('row')).toHaveCount(2);
    await table.getByRole('button', { name: /^End the session: / }).press('Enter');
    await expect(page.getByText('The session has been ended')).toBeVisible();
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
    await expect(visitor).toHaveURL(/\/login/);
    await expect(
      visitor.getByText('An admin has ended your session. Please sign in again.'),
    ).toBeVisible();
  });

  await test.step('exports what is stored about the person', async () => {
    // Without it, the browser saves to the folder of downloads, and asks nobody.
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export data' }).press('Enter');
    const text = await readFile(await (await download).path(), 'utf8');
    // The button was disabled meanwhile, which takes the focus away.
    await expect(page.getByRole('button', { name: 'Export data' })).toBeFocused();
    expect(JSON.parse(text)).toBeTruthy();
    expect(text).toContain(email);
  });

  await test.step('works in German on a phone', async () => {
    // It lies over the buttons at the end of the page for a while, unless it has gone by itself.
    const close = page.getByRole('button', { name: 'Close notification' });
    await expect(async () => {
      if (await close.isVisible()) await close.click({ timeout: 1_000 });
      await expect(close).toBeHidden({ timeout: 1_000 });
    }).toPass();
    await expectGoodOnPhone(page);
    await page.getByRole('button', { name: 'Anonymisieren' }).press('Enter');
    await expectGoodOnPhone(page);
  });

  await test.step('anonymises the person after typing the address and a reason', async () => {
    const dialog = page.getByRole('dialog');
    const action = dialog.getByRole('button', { name: 'Endgültig anonymisieren' });
    await page.keyboard.type('somebody.else@example.org');
    await dialog.getByRole('textbox', { name: 'Einwilligung oder Grund' }).fill('By letter');
    await expect(action).toBeDisabled();
    await dialog.getByRole('textbox', { name: `Zur Bestätigung ${email} eingeben` }).fill(email);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Der Benutzer heißt jetzt /)).toBeVisible();
    await expect(page.getByText(email)).toHaveCount(0);
    const { body } = await api.call('GET', `/api/users?email=${email}`);
    expect(body.total).toBe(0);
  });

  await test.step('the person can no longer sign in', async () => {
    await visitor.getByLabel('Email').fill(email);
    await visitor.getByLabel('Password', { exact: true }).fill(password);
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByRole('alert')).toContainText('Login failed');
  });
});
