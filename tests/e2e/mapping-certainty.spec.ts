import { findFaults } from './find-faults.ts';
import { expect, keepSession, test } from './test.ts';

/** A CAS number that fits its check digit, and that no other test has. */
function newCasNumber(): string {
  const digits = `9${String(Date.now()).slice(-8)}`;
  const check = [...digits].reduce(
    (sum, digit, at) => sum + Number(digit) * (digits.length - at),
    0,
  );
  return `${digits.slice(0, -2)}-${digits.slice(-2)}-${check % 10}`;
}

test('the same names are accepted together, and a number that differs is asked about', async ({
  page,
  api,
}) => {
  const name = `Qyzol${Date.now()}`;
  const { body: sources } = await api.call('GET', '/api/sources?_perPage=1');
  const chem = { casId: newCasNumber(), commonName: name };
  expect((await api.call('POST', '/api/chems', { body: chem })).status).toBe(201);
  const measure = async (rawChemName: string, rawCas: string | null) => {
    const body = {
      extractionId: `${name}-${crypto.randomUUID()}`,
      source: sources.data[0]._id,
      rawChemName,
      rawCas,
      testType: 'extraction',
      detected: true,
    };
    expect((await api.call('POST', '/api/extractions', { body })).status).toBe(201);
  };
  await measure(name.toUpperCase(), null);
  await measure(`${name}e`, '4443-55-4');
  for (let at = 0; at < 30; at += 1) await measure(`${name} unlike ${at} ${'x'.repeat(60)}`, null);
  await keepSession(page);
  await page.goto('/mapping/overview');
  await page.getByRole('searchbox', { name: 'Find a term' }).fill(name);
  const terms = page.getByRole('list', { name: 'Terms' }).getByRole('listitem');
  const heads = terms.locator('[data-term-head]');
  await expect(heads.first()).toContainText(/same name/);
  await expect(heads.filter({ hasText: 'CAS differs' })).toHaveCount(1);
  expect(await findFaults(page)).toEqual([]);

  // More terms come at the end of the page, where one scrolls on.
  await expect(async () => {
    await page.mouse.wheel(0, 3_000);
    await expect(page.getByText('32 of 32 shown')).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await heads.filter({ hasText: 'CAS differs' }).focus();
  await heads.filter({ hasText: 'CAS differs' }).press('Enter');
  await page.keyboard.press('1');
  const question = page.getByRole('dialog', { name: 'The CAS number differs' });
  await expect(question).toContainText(`4443-55-4 for “${name}e”`);
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();

  await page.getByRole('button', { name: 'Accept all with the same name (1)' }).click();
  const preview = page.getByRole('dialog', { name: 'Accept all with the same name' });
  await expect(preview.getByRole('listitem')).toHaveCount(1);
  expect(await findFaults(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Map 1 term' }).click();
  await expect(page.getByText('1 term mapped.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo all' }).click();
  await expect(page.getByText('The terms are unmapped again.')).toBeVisible();
});
