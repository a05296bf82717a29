import type { Page } from '@playwright/test';
import { expect, keepSession, test, untilQuiet } from './test.ts';

type Shift = { value: number };
type Sum = { sum: number };

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

test('links of a list are tall enough for a finger', async ({ page }) => {
  await openList(page);

  const heights = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights.filter((height) => height > 0))).toBeGreaterThanOrEqual(24);
});

test('the cards of the dashboard break no German word', async ({ page }) => {
  await keepSession(page);
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.goto('/dashboard');
  const name = page.getByRole('main').getByRole('link', { name: 'Chemikalienfunktionen' }).first();
  await expect(name).toBeVisible();

  const lines = await name.evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

  expect(lines).toBe(1);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the audit shows its tab, no fact without words, and its filters behind a button', async ({
    page,
  }) => {
    await keepSession(page);
    await page.goto('/admin/audit');
    const facts = page.getByRole('list', { name: 'Protokoll' }).locator('dt, dd');
    await expect(facts.first()).toBeVisible();
    expect((await facts.allTextContents()).filter((text) => text === '')).toEqual([]);

    const tab = (await page.getByRole('link', { name: 'Protokoll' }).boundingBox())!;
    expect(tab.x).toBeGreaterThanOrEqual(0);
    expect(tab.x + tab.width).toBeLessThanOrEqual(390);

    await expect(page.getByRole('search')).toBeHidden();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(page.getByRole('search')).toBeVisible();
  });
});

test('nothing visible shifts while a list loads', async ({ page }) => {
  await keepSession(page);
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as Shift).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

  await page.goto('/chems/overview');
  await expect(page.getByRole('main').getByRole('link').nth(8)).toBeVisible();
  await untilQuiet(page);

  const sum = await page.evaluate(() => (globalThis as unknown as { shifts: Sum }).shifts.sum);
  expect(sum).toBeLessThan(0.05);
});

test('a list without pages loads more near its end, and not before', async ({ page }) => {
  test.setTimeout(120_000);
  await keepSession(page);
  const further: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/chems\?.*_after=/.test(request.url())) further.push(request.url());
  });
  await page.goto('/chems/overview?perPage=0');
  const choices = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(choices).toHaveCount(100, { timeout: 30_000 });
  await untilQuiet(page);
  expect(further).toEqual([]);

  await choices.last().scrollIntoViewIfNeeded();

  await expect.poll(() => choices.count(), { timeout: 30_000 }).toBeGreaterThan(100);
  expect(further).toHaveLength(1);
});

test('cards of a list without pages are reloaded on return, because another user changed one meanwhile', async ({
  page,
  api,
}) => {
  test.setTimeout(120_000);
  await keepSession(page);
  await page.goto('/chems/overview?perPage=0&sort=commonName&order=ASC');
  const choices = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(choices).toHaveCount(100, { timeout: 30_000 });
  await choices.last().scrollIntoViewIfNeeded();
  await expect.poll(() => choices.count(), { timeout: 30_000 }).toBeGreaterThan(100);
  await choices.last().scrollIntoViewIfNeeded();
  const { body } = await api.call('GET', '/api/chems?_sort=commonName&_perPage=1');
  const [{ _id, _version, commonName }] = body.data;
  const rename = async (name: string, version: number) =>
    api.call('PATCH', `/api/chems/${_id}`, {
      body: { commonName: name },
      headers: { 'If-Match': `"${version}"` },
    });

  expect((await rename(`${commonName} anew`, _version)).status).toBe(200);
  await choices.first().scrollIntoViewIfNeeded();

  await expect(page.getByText(`${commonName} anew`).first()).toBeVisible({ timeout: 30_000 });
  await rename(commonName, _version + 1);
});

test('a page printed from the dark theme is dark on white', async ({ page }) => {
  await openList(page);
  const color = () => page.evaluate(() => getComputedStyle(document.body).color);
  const onScreen = await color();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

  await expect.poll(color).not.toBe(onScreen);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
});

test('a printed list has each row below its header, inside the paper, and a title', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await keepSession(page);
  const filter = JSON.stringify({ year_gte: 1990 });
  await page.goto(`/sources/overview?perPage=25&filter=${encodeURIComponent(filter)}`);
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.nth(5)).toBeVisible();
  const paper = 720;
  await page.setViewportSize({ width: paper, height: 1000 });
  await page.emulateMedia({ media: 'print' });

  await expect(rows).toHaveCount(26);
  // The scale of the paper follows the widths of the values, which are measured after the rows are drawn.
  await expect.poll(() => rows.evaluateAll(faultsOnPaper, paper)).toEqual([]);
  await expect(page.getByRole('heading', { level: 2, name: 'Sources' })).toBeVisible();
  await expect(page.getByText(/\d\d\.\d\d\.\d{4} .* · Page 1 · 1–25 of/)).toBeVisible();
  await expect(page.getByText('≥ 1990')).toBeVisible();
});

test('a printed record has all its sections', async ({ page, api }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { body } = await api.call('GET', '/api/extractions?_perPage=1');
  await keepSession(page);
  await page.goto(`/sources/details/${body.data[0].source}`);
  const contents = page.getByRole('navigation', { name: 'Sections' });
  await expect(contents.getByRole('link', { name: /^Extractions \(\d+\)/ })).toBeVisible();
  // Empty lists, and the history, which is read page by page, stay on the screen.
  const names = (await contents.getByRole('link').allTextContents()).filter(
    (name) => !name.endsWith('(0)') && name !== 'History',
  );

  await page.emulateMedia({ media: 'print' });

  for (const name of names)
    await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Extractions' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'History' })).toBeHidden();
  await expect(contents).toBeHidden();
});

/** What is wrong with the printed rows on paper of this width in pixels. */
function faultsOnPaper(rows: Element[], paper: number): string[] {
  const boxes = rows.map((row) => row.getBoundingClientRect());
  return rows.flatMap((row, index) => {
    const cells = [...row.querySelectorAll('.g-cell:not(.g-lead)')]
      .map((cell) => cell.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    const values = [...row.querySelectorAll('.g-value')];
    const { top, left } = boxes[index]!;
    const faults = {
      covered: top < (boxes[index - 1]?.bottom ?? 0) - 1,
      wide: Math.max(...cells.map((cell) => cell.right)) > paper,
      // Nothing is printed of the column for choosing rows.
      indented: Math.round(Math.min(...cells.map((cell) => cell.left)) - left) !== 0,
      cut: values.some((value) => value.scrollWidth > value.clientWidth + 1),
    };
    return Object.entries(faults).flatMap(([fault, is]) => (is ? [`row ${index}: ${fault}`] : []));
  });
}

async function openList(page: Page): Promise<void> {
  await keepSession(page);
  await page.goto('/extractions/overview');
  await expect(page.getByRole('main').getByRole('link').nth(3)).toBeVisible();
}
