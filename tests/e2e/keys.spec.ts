import type { Page } from '@playwright/test';
import { openAccount } from './open-account.ts';
import { expectGoodOnPhone } from './speak.ts';
import { expect, keepSession, signIn, test } from './test.ts';

const password = 'four lanterns in the harbour';

test('a key is created for some fields and records, used, explained, changed and revoked', async ({
  page,
  context,
  api,
  openBrowser,
  baseURL,
}) => {
  const email = `keys.${Date.now()}@e2e.example.org`;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAccount(api, { email, password, role: 'staff' });
  await signIn(page, { email, password });
  const form = page.getByRole('dialog', { name: 'New API key' });

  const key = await test.step('is created by keyboard, shown once and copied', async () => {
    await page.getByRole('link', { name: 'My Profile' }).press('Enter');
    await page.getByRole('button', { name: 'New key' }).press('Enter');
    await page.keyboard.type('Nightly report');
    await form.getByRole('combobox', { name: 'Collection' }).selectOption('Chems');
    const grant = form.getByRole('group', { name: 'Chems' });
    await grant.getByRole('checkbox', { name: 'update' }).press('Space');
    await choose(page, 'Fields', 'CAS number');
    await choose(page, 'Fields', 'Common name');
    await grant.getByRole('checkbox', { name: 'Only some records' }).press('Space');
    await choose(page, 'Field', 'FCCprio tier');
    await expect(form.getByRole('button', { name: 'Create key' })).toBeDisabled();
    await choose(page, 'Value', 'Tier 1');
    await form.getByRole('textbox', { name: 'Only from these addresses' }).fill('everywhere');
    await form.getByRole('button', { name: 'Create key' }).press('Enter');
    await expect(form.getByRole('alert')).toContainText('Only from these addresses: ');
    await form.getByRole('textbox', { name: 'Only from these addresses' }).fill('127.0.0.0/8');
    await form.getByRole('button', { name: 'Create key' }).press('Enter');

    const shown = page.getByRole('dialog', { name: 'Your new key' });
    await expect(shown.getByRole('button', { name: 'Copy' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('The key was copied.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await expect(shown.getByRole('textbox', { name: 'Key' })).toHaveValue(copied);
    await shown.getByRole('button', { name: 'Done' }).press('Enter');
    await expect(page.getByRole('row', { name: /Nightly report/ })).toContainText(
      'Chems: list, read, update (only some fields, only some records)',
    );
    return copied;
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${key}`, 'If-Match': '*', ...init.headers };
    const answer = await fetch(baseURL + path, { ...init, headers });
    return { status: answer.status, body: await answer.json() };
  };
  const recordIn = async (query: string): Promise<string> =>
    (await api.call('GET', `/api/chems?_perPage=1&${query}`)).body.data[0]._id;
  const first = await recordIn('fccPrioTier=1');
  const second = await recordIn('fccPrioTier=2');

  await test.step('can do what was chosen, and nothing else', async () => {
    const { body: all } = await api.call('GET', '/api/chems?fccPrioTier=1&_perPage=1');
    const { body: list } = await ask('/api/chems');
    expect(list.total).toBe(all.total);
    expect(Object.keys(list.data[0])).toEqual(
      expect.arrayContaining(['_id', 'casId', 'commonName']),
    );
    expect(list.data[0]).not.toHaveProperty('fccPrioTier');
    expect((await ask(`/api/chems/${second}`)).status).toBe(404);
    const refused = [
      await ask(`/api/chems/${first}`, { method: 'DELETE' }),
      await ask('/api/sources'),
      await ask('/api/chems?smiles=C'),
      await ask('/api/users/current/sessions'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 400, 403]);
  });

  await test.step('an admin sees why it can or cannot do something', async () => {
    const owner = (await api.call('GET', `/api/users?email=${email}`)).body.data[0]._id;
    const admin = await openBrowser();
    await keepSession(admin);
    const question = `resource=chems&user=${owner}&record=`;
    await admin.goto(`/structure/overview?tab=permissions&${question}${first}`);
    const part = admin.getByRole('heading', { name: 'One record and one person' }).locator('..');
    const operation = (name: string) => part.getByRole('listitem').filter({ hasText: name });
    await expect(operation('update: Yes')).toContainText('The permissions of Chems grant');
    await expect(operation('export: Yes')).toBeVisible();
    const { body: keys } = await api.call('GET', `/api/keys?owner=${owner}`);
    await part.getByRole('combobox', { name: 'API key' }).selectOption(keys.data[0].id);
    await expect(operation('export: No')).toContainText('The API key does not allow “export”');
    await expect(operation('update: Yes')).toContainText('The permissions of Chems grant');
    await expect(operation('update: Yes')).toContainText(
      'matches the filter of the API key: FCCprio tier',
    );
    await part.getByRole('textbox', { name: 'Record: its ID or address' }).fill(second);
    await expect(operation('update: No')).toContainText(
      'does not match the filter of the API key: FCCprio tier',
    );
  });

  await test.step('keeps its limits under a new name, also in German on a phone', async () => {
    await page.getByRole('button', { name: 'Change Nightly report' }).press('Enter');
    const change = page.getByRole('dialog', { name: 'Change API key' });
    await change.getByRole('textbox', { name: 'Name' }).fill('Weekly report');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The key was changed.')).toBeVisible();
    expect((await ask(`/api/chems/${second}`)).status).toBe(404);
    await expectGoodOnPhone(page);
    await page.getByRole('button', { name: 'Weekly report ändern' }).click();
    await expect(page.getByRole('checkbox', { name: 'Nur manche Datensätze' })).toBeChecked();
    await expectGoodOnPhone(page);
    await page.keyboard.press('Escape');
  });

  await test.step('is revoked', async () => {
    await page.getByRole('button', { name: 'Weekly report widerrufen' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: '„Weekly report“ widerrufen?' });
    await dialog.getByRole('button', { name: 'Widerrufen' }).press('Enter');
    await expect(page.getByText('Der Schlüssel wurde widerrufen.')).toBeVisible();
    expect(await ask('/api/chems')).toMatchObject({ status: 401, body: { code: 'A035' } });
  });
});

test('an admin creates a service account and its key', async ({ page, baseURL }) => {
  const name = `Lab robot ${Date.now()}`;
  await keepSession(page);
  await page.goto('/admin/overview');
  const part = page.getByRole('region', { name: 'Service accounts' });
  await part.getByRole('textbox', { name: 'Name' }).fill(name);
  await part.getByRole('combobox', { name: 'Role' }).selectOption('Staff');
  await part.getByRole('button', { name: 'Create service account' }).press('Enter');
  await part.getByRole('link', { name: 'Open' }).press('Enter');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('link', { name: 'API keys' }).press('Enter');
  await page.getByRole('button', { name: 'New key' }).press('Enter');
  await page.keyboard.type('Spectrometer');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Your new key' });
  const key = await shown.getByRole('textbox', { name: 'Key' }).inputValue();
  const headers = { Authorization: `Bearer ${key}` };
  expect((await fetch(`${baseURL}/api/chems?_perPage=1`, { headers })).status).toBe(200);
  await shown.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByRole('row', { name: /Spectrometer/ })).toContainText('All collections');
  // It has no mailbox.
  await expect(page.getByRole('button', { name: 'Export data' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send reset link' })).toHaveCount(0);
});

/** Chooses in the dialog by keyboard. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: label, exact: true });
  const isText = await box.evaluate((element) => element instanceof HTMLInputElement);
  await (isText ? box.fill(option) : box.press('Enter'));
  await page.getByRole('option', { name: option, exact: true }).click();
}
