import { answerWith, openTarget, type WebhookTarget } from '../support/webhook-target.ts';
import { findMail } from './mails.ts';
import { expectGoodOnPhone } from './speak.ts';
import { admin, expect, keepSession, test } from './test.ts';

let target: WebhookTarget;
test.beforeAll(async () => {
  target = await openTarget();
  target.behave = answerWith(410);
});
test.afterAll(() => target?.close());

test('the text of an email is changed, previewed, sent and reset', async ({ page, api }) => {
  const stamp = Date.now();
  await keepSession(page);
  await page.goto('/admin/mailtexts');
  const kind = page.getByRole('combobox', { name: 'Kind' });
  await kind.selectOption('Webhook disabled');
  const subject = page.getByRole('textbox', { name: 'Subject' });
  const text = page.getByRole('textbox', { name: 'Text' });
  const standard = await text.inputValue();

  await test.step('an unknown placeholder is refused, and the input stays', async () => {
    await subject.fill(`Attention ${stamp}: {nme}`);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(subject).toHaveAccessibleDescription(/\{nme\}/);
    await subject.fill(`Attention ${stamp}: {app}`);
    await text.fill('Please look at it.');
    await page.getByRole('button', { name: 'Preview' }).press('Enter');
    await expect(text).toHaveAccessibleDescription(/Must contain \{\w+\}/);
  });

  await test.step('a required placeholder is added, and a preview shows sample values', async () => {
    const required = page.getByText('(required)');
    await required.first().click();
    await page.getByRole('button', { name: 'Preview' }).press('Enter');
    const preview = page.getByRole('region', { name: 'Preview with sample values' });
    await expect(preview).toContainText(`Attention ${stamp}: Backoffice`);
    await expect(preview).toContainText('Please look at it.');
  });

  await test.step('the sent email has this text', async () => {
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(page.getByText('The text has been saved')).toBeVisible();
    await expect(kind.locator('option:checked')).toHaveText('Webhook disabled (own text)');
    const name = `Gone ${stamp}`;
    const body = { name, url: target.url, resources: ['chemFunctions'], events: ['created'] };
    const made = await api.call('POST', '/api/admin/webhooks', { body });
    const record = { key: `gone-${stamp}`, name };
    const { body: created } = await api.call('POST', '/api/chemFunctions', { body: record });
    const mail = await findMail(admin.email, new RegExp(`^Attention ${stamp}: Backoffice$`));
    expect(mail.text).toContain('Please look at it.');
    const headers = { 'If-Match': '*' };
    await api.call('DELETE', `/api/chemFunctions/${created._id}`, { headers });
    await api.call('DELETE', `/api/admin/webhooks/${made.body.id}`);
  });

  await test.step('works in German on a phone, and is reset to the standard', async () => {
    await expectGoodOnPhone(page);
    await page.getByRole('button', { name: 'Zurück zum Standard' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue(standard);
    const { body } = await api.call('GET', '/api/admin/mailtexts');
    const of = (each: { kind: string }) => each.kind === 'webhookStopped';
    expect(body.data.filter(of).map(({ own }: { own: unknown }) => own)).toEqual([null, null]);
  });
});
