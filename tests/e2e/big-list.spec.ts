import type { Locator, Page } from '@playwright/test';
import { toChemRow } from '../bench/chem-rows.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { openBigServer, type BigServer } from './big-server.ts';
import { admin, expect, keepSession, test as base } from './test.ts';

const COUNT = 100_000;

const test = base.extend<object, { server: BigServer }>({
  server: [
    async ({}, use) => {
      const server = await openBigServer(COUNT);
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

test.describe('a list of 100,000 records', () => {
  test('draws the visible rows of a thousand, finds one, and changes its cell', async ({
    page,
    api,
  }) => {
    await keepSession(page, admin);
    await page.goto('/chems/overview?sort=commonName&order=ASC&page=1&perPage=1000');
    const { body: first } = await api.call('GET', '/api/chems?_sort=commonName&_perPage=1000');
    await expect(
      page.getByRole('gridcell', { name: first.data[0].commonName }).first(),
    ).toBeVisible();
    expect(await page.getByRole('row').count()).toBeLessThan(60);

    await cell(page, 0, 0).focus();
    await page.keyboard.press('ControlOrMeta+End');
    const last = first.data[999].commonName;
    await expect(page.getByRole('gridcell', { name: last }).first()).toBeVisible();

    await page.keyboard.press('ControlOrMeta+Home');
    const { casId, commonName } = toChemRow(54_321);
    await page.getByRole('searchbox', { name: 'Search' }).fill(casId);
    await expect(cell(page, 0, 1)).toHaveText(commonName);
    // Below it is only the empty row for a new record.
    await expect(page.locator('.g-body').getByRole('row')).toHaveCount(1);
    await cell(page, 0, 1).focus();
    await expect(cell(page, 0, 1)).toBeFocused();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Common name' }).fill('Found among many');
    await page.keyboard.press('Enter');
    await expect.poll(() => count(api, 'commonName=Found%20among%20many')).toBe(1);
  });

  test('runs an action on all matching records by filter', async ({ page, api }) => {
    const where = { molecularFormula: 'C9H10O2', fccPrioTier: 2 };
    const matching = await count(api, 'molecularFormula=C9H10O2&fccPrioTier=2');
    expect(matching).toBeGreaterThan(1_000);
    await keepSession(page, admin);
    await page.goto(
      `/chems/overview?filter=${encodeURIComponent(JSON.stringify(where))}&perPage=10`,
    );

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const all = matching.toLocaleString('en-US');
    const dialog = await commentOnAll(page, all, 'all at once');
    const asked = page.waitForRequest((sent) => sent.url().endsWith('/api/chems/bulk'));
    await dialog.getByRole('button', { name: /^Change/ }).click();

    const body = (await asked).postDataJSON();
    expect(body).not.toHaveProperty('ids');
    await expect(dialog.getByText(/^Updated/)).toContainText(all, { timeout: 30_000 });
    expect(await count(api, 'comments=all%20at%20once')).toBe(matching);
  });

  test('stops a bulk action midway, and shows its progress', async ({ page, api }) => {
    await keepSession(page, admin);
    await page.goto('/chems/overview?perPage=10');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const dialog = await commentOnAll(page, '100,000', 'not all');
    await dialog.getByRole('button', { name: /^Change/ }).click();
    await expect(dialog.getByText(/^[1-9][\d,]* of 100,000/)).toBeVisible();

    await dialog.getByRole('button', { name: 'Stop' }).click();

    const outcome = page.getByRole('dialog', { name: 'Stopped' });
    const said = await outcome.getByText(/^Stopped: /).textContent();
    const [changed, left] = said!
      .match(/\d[\d,]*/g)!
      .map((part) => Number(part.replaceAll(',', '')));
    expect(changed).toBeGreaterThan(0);
    expect(changed! + left!).toBe(COUNT);
    expect(await count(api, 'comments=not%20all')).toBe(changed);
  });

  test('counts its values, and continues from any depth', async ({ api }) => {
    const { body: facets } = await api.call('GET', '/api/chems/facets?fields=fccPrioTier,inFccDb');
    const { body: deep } = await api.call('GET', '/api/chems?_sort=casId&_perPage=100&_page=900');
    const { body: after } = await api.call(
      'GET',
      `/api/chems?_sort=casId&_perPage=100&_after=${deep.next}`,
    );
    const { body: byNumber } = await api.call(
      'GET',
      '/api/chems?_sort=casId&_perPage=100&_page=901',
    );

    for (const { values, timedOut } of Object.values<any>(facets.data))
      if (!timedOut) expect(sum(values)).toBe(COUNT);
    expect(deep.total).toBe(COUNT);
    expect(after.data.map(idOf)).toEqual(byNumber.data.map(idOf));
  });
});

/** Everything before the button that does it. */
async function commentOnAll(page: Page, all: string, text: string): Promise<Locator> {
  await page.getByRole('button', { name: `Select all ${all}` }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${all} records` });
  await dialog.getByRole('combobox', { name: 'Add a field' }).fill('Comments');
  await page.getByRole('option', { name: 'Comments' }).click();
  await dialog.getByRole('textbox', { name: 'Comments' }).fill(text);
  return dialog;
}

function cell(page: Page, row: number, column: number) {
  return page.locator(`[role="gridcell"][data-row="${row}"][data-column="${column}"]`);
}

async function count(api: SignedIn, query: string): Promise<number> {
  return (await api.call('GET', `/api/chems?${query}&_perPage=1`)).body.total;
}

function sum(values: readonly { count: number }[]): number {
  return values.reduce((total, { count: more }) => total + more, 0);
}

function idOf({ _id }: { _id: string }): string {
  return _id;
}
