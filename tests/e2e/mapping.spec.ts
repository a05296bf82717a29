import { findFaults } from './find-faults.ts';
import { expect, keepSession, test } from './test.ts';

test('the counts of the kinds of terms stay on one line on a phone', async ({ page, api }) => {
  const { body: sources } = await api.call('GET', '/api/sources?_perPage=1');
  for (let count = 0; count < 12; count++) {
    const extractionId = `Counted ${crypto.randomUUID()}`;
    const source = sources.data[0]._id;
    const told = { rawChemName: extractionId, testType: 'extraction', detected: true };
    const body = { extractionId, source, ...told };
    expect((await api.call('POST', '/api/extractions', { body })).status).toBe(201);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await keepSession(page);
  await page.goto('/mapping/overview');
  const counts = page.getByRole('main').locator('button[aria-pressed] > span');
  await expect(counts.filter({ hasText: /^\d{2,}$/ }).first()).toBeVisible();

  const lines = await counts.filter({ hasText: /^\d{2,}$/ }).evaluateAll((all) =>
    all.map((count) => {
      const range = document.createRange();
      range.selectNodeContents(count);
      return range.getClientRects().length;
    }),
  );

  expect(new Set(lines)).toEqual(new Set([1]));
});

test('the meaning of a term is decided by keyboard, and reverted', async ({ page, api }) => {
  const mark = `Zyxol${Date.now()}`;
  const { body: sources } = await api.call('GET', '/api/sources?_perPage=1');
  for (const suffix of ['A', 'A', 'B']) {
    const extraction = {
      extractionId: `${mark}-${crypto.randomUUID()}`,
      source: sources.data[0]._id,
      rawChemName: `${mark} ${suffix}`,
      testType: 'extraction',
      detected: true,
    };
    const made = await api.call('POST', '/api/extractions', { body: extraction });
    expect(made.status).toBe(201);
  }
  const unmapped = async (): Promise<string[]> => {
    const { body } = await api.call('POST', '/api/process/generate', { body: { dryRun: true } });
    const terms: string[] = body.unmapped.map(({ term }: { term: string }) => term);
    return terms.filter((term) => term.startsWith(mark.toLowerCase())).sort();
  };
  const [first, second] = [`${mark} A`, `${mark} B`];
  await keepSession(page);
  await page.goto('/mapping/overview');
  await page.getByRole('searchbox', { name: 'Find a term' }).fill(mark);
  // Drawn anew for what was typed: before that the focus would go with what was there.
  await expect(page.getByText('2 of 2 shown')).toBeVisible();
  const term = page.getByRole('button', { name: `${first} 2 rows` });
  await term.focus();

  await page.keyboard.press('s');
  await page.keyboard.type('phthalate');
  await expect(page.getByRole('button', { name: /^Accept .*phthalate/i }).first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const said = page.getByRole('status').filter({ hasText: mark });
  await expect(said).toContainText(/mapped to .*phthalate.* \(2 rows\)\. 1 left\./i);
  await expect(page.getByRole('button', { name: `${second} 1 row` })).toBeFocused();
  expect(await unmapped()).toEqual([second.toLowerCase()]);

  await page.keyboard.press('x');
  await expect(said).toContainText(`“${second}” rejected. 0 left.`);
  await page.keyboard.press('u');
  await expect(said).toContainText(`“${second}”: decision undone.`);
  await page.keyboard.press('u');
  await expect(said).toContainText(`“${first}”: decision undone.`);
  expect(await unmapped()).toEqual([first, second].map((each) => each.toLowerCase()));
});
