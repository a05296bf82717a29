import type { Locator, Page } from '@playwright/test';
import type { SignedIn } from '../../support/sign-in.ts';
import { expect, type Job } from './job.ts';
import { listRecords } from './records.ts';

/** Masters of paper with a detected chem of tier 1 and a source since 2015, each with its sources. */
export const findInPaper: Job = {
  name: 'find tier-1 chems found in paper since 2015, with their sources',
  before: '19, tier not visible',
  work: async ({ api, openDashboard }) => {
    const expected = await listExpected(api.staff);
    expect(expected.length).toBeGreaterThan(2);

    const hands = await openDashboard('staff');
    const { page } = hands;
    await hands.clickOn(await findBar(page, 'Materials of masters', 'paper-board'), 'paper-board');
    await hands.click('button', /^Filter \d+$/);
    await hands.click('checkbox', 'Filter row below the column names');
    await hands.choose('Filter Chemical › FCCprio tier', 'Tier 1');
    await hands.choose('Filter Detected', 'Yes');
    await hands.click('button', 'Add condition');
    await hands.type('year');
    await hands.click('option', 'Sources › Year');
    const condition = page.getByRole('group', { name: /^Condition \d+: Sources › Year/ });
    await expect(condition.getByRole('textbox', { name: 'Value' })).toBeFocused();
    await hands.type('>=2015');
    await hands.click('button', /^Columns/);
    await hands.click('checkbox', 'Sources', page.getByRole('dialog', { name: /^Columns/ }));
    await hands.press('Escape');
    const panel = page.getByRole('complementary', { name: 'Filter' });
    await expect(panel).toContainText(`${expected.length} records match`);
    hands.finish();

    const read = (name: string) => readColumn(page, name);
    await expect.poll(() => read('sources')).toHaveLength(expected.length);
    const missing = async () => {
      const shown = await read('sources');
      return expected.filter(({ source }, at) => !shown[at]?.includes(source));
    };
    await expect.poll(missing).toEqual([]);
    await page.getByRole('grid').hover();
    await page.mouse.wheel(-5_000, 0);
    await expect.poll(() => read('chem')).toEqual(expected.map(({ chem }) => chem));
    const tiers = async () => [...new Set(await read('chem.fccPrioTier'))];
    await expect.poll(tiers).toEqual(['Tier 1']);
  },
};

/** What the list must show, by the API. */
async function listExpected(staff: SignedIn): Promise<{ chem: string; source: string }[]> {
  const masters = await listRecords(staff, '/api/master', {
    status: 'current',
    detected: 'true',
    foodContactMaterialGroup: 'paper-board',
    _sort: 'masterId',
    _fields: 'sources,chem.fccPrioTier,chem.commonName,chem.casId',
  });
  const sources = await listRecords(staff, '/api/sources', { _fields: 'year,sourceId' });
  return masters
    .filter((master) => master['chem.fccPrioTier'] === 1)
    .flatMap((master) => {
      const own = sources.filter(({ _id }) => master['sources'].includes(_id));
      if (!own.some(({ year }) => year >= 2015)) return [];
      const chem = `${master['chem.commonName']} (${master['chem.casId']})`;
      return [{ chem, source: String(own[0]?.['sourceId']) }];
    });
}

/** The bar of a chart; its hidden table has the same order. */
async function findBar(page: Page, chart: string, label: string): Promise<Locator> {
  const region = page.getByRole('region', { name: chart });
  await region.scrollIntoViewIfNeeded();
  const bars = region.locator('.MuiBarChart-element');
  await bars.first().waitFor();
  const rows = await region.getByRole('row').allInnerTexts();
  return bars.nth(rows.findIndex((row) => row.startsWith(label)) - 1);
}

/** The texts of a column of the grid, from above. */
async function readColumn(page: Page, name: string): Promise<string[]> {
  const head = page.locator(`[role="columnheader"][data-name="${name}"]`);
  if ((await head.count()) === 0) return [];
  const column = await head.getAttribute('data-column');
  const cells = page.locator(`[role="gridcell"][data-row][data-column="${column}"]`);
  return (await cells.allTextContents()).map((text) => text.trim());
}
