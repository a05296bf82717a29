import { expect, keepSession, test, untilQuiet } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a list with many columns is printed in landscape with all of them, and its header on each page', async ({
  page,
  api,
}) => {
  await api.call('PUT', '/api/users/current/settings/grid.chems', {
    body: {
      columns: [
        'casId',
        'commonName',
        'iupacName',
        'synonyms',
        'hazards',
        'molecularFormula',
        'molecularWeight',
        'fccPrioTier',
        'chemFamilies',
        'chemFunctions',
        'status',
        'lists',
      ].map((name) => ({ name })),
    },
  });
  await keepSession(page);
  await page.goto('/chems/overview?perPage=25');
  await expect(page.getByRole('row').nth(9)).toBeVisible();
  await untilQuiet(page);

  const file = await page.pdf({ preferCSSPageSize: true });

  const sizes = [...file.toString('latin1').matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  expect(sizes).not.toEqual([]);
  expect(sizes.filter(([, width, height]) => Number(width) < Number(height))).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 1000, height: 700 });
  const right = await page
    .locator('.g-cell:not(.g-lead)')
    .evaluateAll((cells) => Math.max(...cells.map((cell) => cell.getBoundingClientRect().right)));
  expect(right).toBeLessThanOrEqual(1000);
  // No member of a cell is only counted.
  await expect(page.getByRole('gridcell').getByText(/^\+\d+$/)).toHaveCount(0);
  const head = page.getByRole('grid').getByRole('row').first();
  expect(await head.evaluate((row) => getComputedStyle(row).display)).toBe('table-header-group');
  await api.call('DELETE', '/api/users/current/settings/grid.chems');
});

test('a printed list shows one line of the titles of other records, and its own titles in full', async ({
  page,
  api,
}) => {
  const title = `Migration of bisphenols ${'from coated cans into food '.repeat(8)}`;
  const id = `P-${Date.now()}`;
  const source = await api.call('POST', '/api/sources', {
    body: { title, year: 2026, sourceId: id },
  });
  const extraction = await api.call('POST', '/api/extractions', {
    body: {
      extractionId: id,
      source: source.body._id,
      rawChemName: 'Bisphenol A',
      testType: 'migrationIntoFood',
    },
  });
  expect([source.status, extraction.status]).toEqual([201, 201]);
  await api.call('PUT', '/api/users/current/settings/grid.extractions', {
    body: { columns: ['extractionId', 'source.title', 'rawChemName'].map((name) => ({ name })) },
  });
  await keepSession(page);
  const countLines = async (list: string, filter: object) => {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`/${list}/overview?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const value = page.getByRole('gridcell').filter({ hasText: title.trim() }).locator('.g-value');
    await expect(value).toBeVisible();
    await untilQuiet(page);
    await page.emulateMedia({ media: 'print' });
    return value.evaluate((one) =>
      Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)),
    );
  };

  expect(await countLines('extractions', { extractionId: id })).toBe(1);
  expect(await countLines('sources', { sourceId: id })).toBeGreaterThan(1);
  await api.call('DELETE', '/api/users/current/settings/grid.extractions');
});

test('Ctrl+P prints a record once its lists below the fold have loaded', async ({ page, api }) => {
  // The oldest are of the sample, whose sources have long pages.
  const { body } = await api.call('GET', '/api/extractions?_perPage=1&_sort=createdAt');
  await keepSession(page);
  await page.addInitScript(() => {
    window.print = () => {
      document.title = document.querySelector('main')!.textContent;
    };
  });
  // The lists begin below it.
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto(`/sources/details/${body.data[0].source}`);
  const head = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  await expect(head).toBeVisible({ timeout: 30_000 });
  await untilQuiet(page);
  await expect(page.getByText(body.data[0].extractionId)).toHaveCount(0);

  await page.keyboard.press('Control+p');

  await expect(page).toHaveTitle(new RegExp(body.data[0].extractionId as string));
});
