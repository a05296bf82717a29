import { cell } from './grid-cell.ts';
import { expect, keepSession, test } from './test.ts';

test('a range that is dragged to the edge of the grid scrolls it down and to the side', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1100, height: 600 });
  await keepSession(page);
  await page.goto('/chems/overview?perPage=100');
  const grid = page.getByRole('grid');
  const first = (await cell(page, 1, 1).boundingBox())!;
  const frame = (await grid.boundingBox())!;

  await page.mouse.move(first.x + 20, first.y + 10);
  await page.mouse.down();
  await page.mouse.move(frame.x + 500, frame.y + frame.height + 30, { steps: 5 });
  await expect.poll(() => grid.evaluate((node) => node.scrollTop)).toBeGreaterThan(700);
  await page.mouse.move(frame.x + frame.width + 40, frame.y + 200, { steps: 5 });
  await expect.poll(() => grid.evaluate((node) => node.scrollLeft)).toBeGreaterThan(100);
  await page.mouse.up();

  const rest = await grid.evaluate((node) => [node.scrollTop, node.scrollLeft]);
  await page.mouse.move(frame.x + 500, frame.y + frame.height + 30);
  const chosen = Number(/^\d+/.exec((await page.locator('.g-status').textContent()) ?? '')?.[0]);
  expect(chosen).toBeGreaterThan(40);
  expect(await grid.evaluate((node) => [node.scrollTop, node.scrollLeft])).toEqual(rest);
});
