import { join } from 'node:path';
import pg from 'pg';
import { databaseUrl } from '../../src/store/embedded/postmaster.ts';
import { openSocketFolder } from '../../src/store/embedded/socket-folder.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { accept, answerWith, openTarget, type WebhookTarget } from '../support/webhook-target.ts';
import { expectGoodOnPhone } from './speak.ts';
import { expect, keepSession, test } from './test.ts';

let target: WebhookTarget;
test.beforeAll(async () => {
  target = await openTarget();
});
test.afterAll(() => target?.close());

const root = '/api/admin/webhooks';

test('a webhook is created by choosing, sends what matches its filter, and repeats failed deliveries', async ({
  page,
  context,
  api,
}) => {
  const name = `Explorer ${Date.now()}`;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await keepSession(page);

  await test.step('is created by keyboard; the server refuses an address that is not public', async () => {
    await page.goto('/admin/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).press('Enter');
    await page.keyboard.type(name);
    const form = page.getByRole('dialog', { name: 'New webhook' });
    const url = form.getByRole('textbox', { name: 'Address' });
    await url.fill('https://10.0.0.1/');
    await form.getByRole('combobox', { name: /^Collections/ }).fill('ChemFunctions');
    await page.getByRole('option', { name: 'ChemFunctions', exact: true }).click();
    await form.getByRole('checkbox', { name: 'Only some records' }).press('Space');
    await expect(form.getByRole('combobox', { name: 'Field', exact: true })).toBeFocused();
    await page.keyboard.type('Name');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const save = form.getByRole('button', { name: 'Save' });
    await expect(save).toBeDisabled();
    await expect(form.getByRole('textbox', { name: 'Value' })).toBeFocused();
    await page.keyboard.type('wanted');
    await save.press('Enter');
    await expect(form.getByText(/which is not public/)).toBeVisible();
    await url.fill(target.url);
    await page.keyboard.press('Enter');
  });

  await test.step('shows its secret once', async () => {
    const dialog = page.getByRole('dialog', { name: `Secret of ${name}` });
    await dialog.getByRole('button', { name: 'Copy' }).press('Enter');
    await expect(page.getByText('Copied')).toBeVisible();
    const secret = (await dialog.locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name }).press('Enter');
  });
  const id = new URL(page.url()).searchParams.get('webhook')!;
  const { body: made } = await api.call('GET', `${root}/${id}`);
  expect(made).toMatchObject({ resources: ['chemFunctions'], filter: { name_contains: 'wanted' } });

  const key = `webhook-${Date.now()}`;
  target.behave = answerWith(500);
  const [record, other] = await Promise.all([
    createFunction(api, key, 'Wanted by the explorer'),
    createFunction(api, `${key}-other`, 'Another one'),
  ]);
  await target.receive(1);

  await test.step('a test shows the request and the answer', async () => {
    await page.getByRole('button', { name: 'Test' }).press('Enter');
    await page.keyboard.type(other);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Test' });
    await expect(dialog.getByRole('region', { name: 'Request' })).toContainText('"Another one"');
    await expect(dialog.getByRole('region', { name: 'Answer' })).toHaveText('status 500');
    await expect(dialog.getByText('The target refused it · 500').first()).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a failed delivery is in the log, and is sent again', async () => {
    const [delivery] = await waitFor(api, `${id}/deliveries?record=${record}`, 'waiting');
    await spendAttempts(id);
    await waitFor(api, `${id}/deliveries?record=${record}`, 'dead');
    await page.reload();
    await page.getByRole('combobox', { name: 'State' }).selectOption('Given up');
    await page.getByRole('button', { name: `Show: ${record}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delivery' });
    await expect(dialog.getByRole('region', { name: 'Request' })).toHaveCount(2);
    await expect(dialog.getByRole('region', { name: 'Answer' }).first()).toHaveText('status 500');
    target.received.length = 0;
    target.behave = accept;
    await dialog.getByRole('button', { name: 'Send again' }).press('Enter');
    const [got] = await target.receive(1);
    expect(got).toMatchObject({
      headers: { 'webhook-id': delivery.id },
      json: { type: 'chemFunctions.created', data: { record: { name: 'Wanted by the explorer' } } },
    });
    await waitFor(api, `${id}/deliveries?record=${record}`, 'delivered');
    await page.getByRole('combobox', { name: 'State' }).selectOption('Delivered');
    await expect(page.getByRole('row', { name: record })).toContainText(/Delivered\s*200/);
    // The filter kept the other one back; only the test has sent it.
    await page.getByRole('combobox', { name: 'State' }).selectOption('All');
    await expect(page.getByRole('row', { name: other })).toHaveCount(1);
  });

  await test.step('works in German on a phone, with its form, and is deleted', async () => {
    await expectGoodOnPhone(page);
    await page.getByRole('button', { name: 'Bearbeiten' }).click();
    await expect(page.getByRole('textbox', { name: 'Wert' })).toHaveValue('wanted');
    await expectGoodOnPhone(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Löschen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await expect(page).toHaveURL(/\/admin\/webhooks$/);
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  });
  for (const each of [record, other])
    await api.call('DELETE', `/api/chemFunctions/${each}`, { headers: { 'If-Match': '*' } });
});

async function createFunction(api: SignedIn, key: string, name: string): Promise<string> {
  const { body } = await api.call('POST', '/api/chemFunctions', { body: { key, name } });
  return body._id;
}

/** Waits until the newest delivery of a log is in this state, and returns the log. */
async function waitFor(api: SignedIn, path: string, state: string): Promise<any[]> {
  const read = async () => (await api.call('GET', `${root}/${path}`)).body.data;
  await expect
    .poll(async () => (await read())[0])
    .toMatchObject({ state, status: expect.any(Number) });
  return await read();
}

/** As if a day had passed, with all attempts but the last. */
async function spendAttempts(webhook: string): Promise<void> {
  const socket = openSocketFolder(join(process.env['E2E_DATA']!, 'postgres'));
  const client = new pg.Client({ connectionString: databaseUrl(socket.path) });
  await client.connect();
  for (const text of [
    `update backoffice.webhook_deliveries set attempts = 9, due_at = now()
     where webhook = $1 and state = 'waiting'`,
    'update backoffice.webhooks set due_at = now() where id = $1',
  ])
    await client.query(text, [webhook]);
  await client.query('notify backoffice_webhooks');
  await client.end();
  socket.close();
}
