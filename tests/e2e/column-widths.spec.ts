import type { Page } from '@playwright/test';
import { openInApp } from './open-in-app.ts';
import { expect, keepSession, test } from './test.ts';

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const widthOf = async (page: Page, name: string): Promise<number> =>
  (await head(page, name).boundingBox())!.width;

test('columns are as wide as their values, the title fills the rest, and pages change nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await keepSession(page);
  // Other tests make sources with long IDs at the same time.
  await page.goto('/sources/overview?perPage=10&filter={"sourceId_starts":"SRC-"}');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expect.poll(() => widthOf(page, 'Year')).toBeLessThan(112);
  expect(await widthOf(page, 'Source ID')).toBeLessThan(150);
  const before = await widthOf(page, 'Title');
  expect(before).toBeGreaterThan(300);

  await page.getByRole('button', { name: /page 2/i }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^11–20 of/)).toBeVisible();
  expect(await widthOf(page, 'Title')).toBe(before);

  await page.goto('/chemfunctions/overview');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  // Nothing is cut while the table does not scroll.
  const grid = page.getByRole('grid');
  const isScrolled = () => grid.evaluate((node) => node.scrollWidth > node.clientWidth + 1);
  await expect.poll(isScrolled).toBe(false);
});

const lists = ['chems', 'sources', 'extractions', 'mappings', 'projects', 'users'];

for (const locale of ['en-GB', 'de-DE'])
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    test('no header breaks inside a word, is cut, or is covered by its menu or sort arrow', async ({
      page,
    }) => {
      await keepSession(page);
      await page.goto('/info/overview');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const list of lists) {
        await openInApp(page, `/${list}/overview?perPage=10`);
        await expect(page.getByRole('columnheader').nth(1)).toBeVisible();
        await expect.poll(() => brokenHeads(page), { message: list }).toEqual([]);
        await expect.poll(() => coveredHeads(page), { message: list }).toEqual([]);
        const sorted = page.locator('.g-head-cell').filter({ has: page.locator('.g-sort-button') });
        await sorted.last().locator('.g-sort-button').click();
        await expect(sorted.last()).toHaveAttribute('aria-sort', 'ascending');
        await expect.poll(() => coveredHeads(page), { message: `${list}, sorted` }).toEqual([]);
        // The arrow and the rank of an order by two columns take room from their names.
        const sorts = page.locator('.g-head-cell .g-sort-button');
        await sorts.nth(1).click();
        await sorts.first().click({ modifiers: ['Shift'] });
        await expect(page.locator('.g-sort')).toHaveCount(2);
        await expect.poll(() => brokenHeads(page), { message: `${list}, by two` }).toEqual([]);
      }
    });
  });

/** The names of columns that take more lines than they have words. */
function brokenHeads(page: Page): Promise<string[]> {
  return page.locator('.g-head .g-name span:not(.g-unit)').evaluateAll((names) =>
    names.flatMap((name) => {
      const range = document.createRange();
      const text = name.firstChild;
      if (!text?.textContent) return [];
      range.selectNodeContents(text);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      const words = text.textContent.split(/[\s-]+/).length;
      return lines.size > words ? [text.textContent] : [];
    }),
  );
}

/** The names of columns that leave their cell, or that the menu button would cover under the pointer. */
function coveredHeads(page: Page): Promise<string[]> {
  return page.locator('.g-head-cell:has(.g-name)').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell.querySelector('.g-name')!);
      const parts = [range, cell.querySelector('.g-sort')].flatMap((part) =>
        part ? [...part.getClientRects()] : [],
      );
      const own = cell.getBoundingClientRect();
      const menu = cell.querySelector('.g-menu-button')!.getBoundingClientRect();
      const isCut = parts.some(
        ({ left, right, top, bottom }) =>
          left < own.left || right > own.right || top < own.top - 1 || bottom > own.bottom + 1,
      );
      const isCovered = parts.some(
        ({ left, right, top, bottom }) =>
          left < menu.right && right > menu.left && top < menu.bottom && bottom > menu.top,
      );
      return isCut || isCovered ? [`${cell.textContent}${isCut ? ' (cut)' : ''}`] : [];
    }),
  );
}

test('pinned cells stay while the grid scrolls to the side, and are no layers before', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await keepSession(page);
  await page.goto('/chems/overview');
  const lead = page.locator('[role="gridcell"][data-row="1"][data-column="-1"]');
  await expect(lead).toBeVisible();
  const placeOf = async () => ({
    left: (await lead.boundingBox())!.x,
    position: await lead.evaluate((node) => getComputedStyle(node).position),
  });
  const { left } = await placeOf();
  expect(await placeOf()).toEqual({ left, position: 'relative' });

  await page.getByRole('grid').evaluate((grid) => void (grid.scrollLeft = 150));

  await expect.poll(placeOf).toEqual({ left, position: 'sticky' });
});
