import type { Page } from '@playwright/test';
import { cell } from '../../e2e/grid-cell.ts';
import { toCasNumber } from '../chem-rows.ts';
import { expect, type Job } from './job.ts';
import { createRecords, listRecords } from './records.ts';

/** 100 rows of values and units over the first 100 extractions; two values are no numbers. */
export const pasteCells: Job = {
  name: 'paste 200 cells, find and correct the two invalid ones',
  before: '15',
  work: async ({ api, openDashboard }) => {
    const rows = Array.from({ length: 100 }, (_, at) => [`${at}.5`, at % 2 ? 'ng/g' : 'mg/kg']);
    const copied = rows.with(17, ['n.d.', 'ng/g']).with(60, ['6o.5', 'mg/kg']);

    const hands = await openDashboard('staff');
    const { page } = hands;
    await hands.click('link', 'Extractions');
    await hands.choose('Rows per page', '100 rows');
    await expect(hands.findText(/^1–100 of/)).toBeVisible();
    const column = await findColumn(page, 'value');
    await hands.clickOn(cell(page, 0, column), 'the first value');
    await hands.paste(toText(copied), '200 cells');
    const strip = page.getByRole('group', { name: 'Problems in cells' });
    await expect(strip).toContainText('2 problems');
    for (const at of [17, 60]) {
      await hands.press('F8');
      await expect(cell(page, at, column)).toBeFocused();
      await hands.type(rows[at]![0]!);
      await hands.press('Enter');
    }
    await expect(strip).toBeHidden();
    hands.finish();

    const filter = { _sort: 'extractionId', _perPage: '100', _fields: 'value,unit' };
    const stored = async () => {
      const found = await listRecords(api.staff, '/api/extractions', filter);
      return found.map(({ value, unit }) => [String(value), unit as string]);
    };
    await expect.poll(stored).toEqual(rows);
  },
};

/** The same wrong word in 30 names. The app cannot replace a word in many records, so a spreadsheet does. */
export const cleanNames: Job = {
  name: 'clean 30 names with the same wrong word',
  before: '9 + 7 outside',
  work: async ({ api, openDashboard }) => {
    const names = Array.from({ length: 30 }, (_, at) => `Mixed phtalate ${at + 10}`);
    const chems = names.map((commonName, at) => ({
      casId: toCasNumber(810_000_000 + at),
      commonName,
    }));
    await createRecords(api.admin, '/api/chems', chems);

    const hands = await openDashboard('staff');
    const { page } = hands;
    await hands.click('link', 'Chems');
    await hands.click('searchbox', 'Search');
    await hands.type('phtalate');
    await expect(hands.findText('1–25 of 30')).toBeVisible();
    await hands.choose('Rows per page', '50 rows');
    await expect(hands.findText('1–30 of 30')).toBeVisible();
    const column = await findColumn(page, 'commonName');
    await hands.clickOn(cell(page, 0, column), 'the first name');
    await hands.press('Control+Shift+ArrowDown', 'Ctrl+Shift+↓');
    const copied = await hands.copy();
    expect(copied.trim().split(/\r?\n/)).toEqual(names);
    hands.actOutside('open a sheet', 'Ctrl+V', 'Ctrl+H', 'type the wrong word');
    hands.actOutside('type the right word', 'replace all', 'Ctrl+C');
    await hands.paste(copied.replaceAll('phtalate', 'phthalate'), '30 names');
    const isClean = async () =>
      (await listRecords(api.staff, '/api/chems', { commonName_starts: 'Mixed phthalate ' }))
        .length;
    await expect.poll(isClean).toBe(30);
    hands.finish();
  },
};

/** A molecular weight in the first row of the list. */
export const correctValue: Job = {
  name: 'correct one value of a record in a list',
  before: '6 by its page, 5 in the list',
  work: async ({ api, openDashboard }) => {
    const hands = await openDashboard('staff');
    const { page } = hands;
    await hands.click('link', 'Chems');
    const column = await findColumn(page, 'molecularWeight');
    await hands.clickOn(cell(page, 0, column), 'the value');
    await hands.type('321.5');
    await hands.press('Enter');
    await expect(cell(page, 0, column)).toContainText('321.5');
    const isStored = async () =>
      (await listRecords(api.staff, '/api/chems', { _sort: 'commonName', _perPage: '1' }))[0]?.[
        'molecularWeight'
      ] as unknown;
    await expect.poll(isStored).toBe(321.5);
    hands.finish();
  },
};

/** Where a column stands in the grid, once the grid is there. */
async function findColumn(page: Page, name: string): Promise<number> {
  const head = page.locator(`[role="columnheader"][data-name="${name}"]`);
  await head.waitFor({ state: 'attached' });
  return Number(await head.getAttribute('data-column'));
}

function toText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.join('\t')).join('\n');
}
