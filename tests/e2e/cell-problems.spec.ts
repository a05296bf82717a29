import { cell } from './grid-cell.ts';
import { pasteText } from './paste-text.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

test.use({ expected: /422/, viewport: { width: 1280, height: 640 } });

test('the problems of a paste stay in a strip that leads to each, until they are solved or dismissed', async ({
  page,
  api,
}) => {
  test.setTimeout(120_000);
  const names = Array.from({ length: 30 }, (_, at) => `Strip ${String(at).padStart(2, '0')}`);
  const records = names.map((title, at) => ({ sourceId: `STRIP-${at}`, title, year: 2000 }));
  const { body } = await api.call('POST', '/api/sources/bulk', {
    body: { action: 'create', records: records.map((data) => ({ data })) },
  });
  const ids = (body.results as { _id: string }[]).map(({ _id }) => _id);
  await keepSession(page);
  const filter = encodeURIComponent(JSON.stringify({ title_starts: 'Strip' }));
  await page.goto(`/sources/overview?filter=${filter}&sort=title&order=ASC&perPage=25`);
  const year = page.locator('[role="columnheader"][data-name="year"]');
  await expect(year).toBeVisible();
  const column = Number(await year.getAttribute('data-column'));
  await cell(page, 0, column).click();

  const values = names.slice(0, 25).map((_, at) => String(1990 + at));
  await pasteText(page, values.with(1, 'once').with(22, '9999').join('\n'));

  const strip = page.getByRole('group', { name: 'Problems in cells' });
  await expect(strip).toContainText('2 problems');
  await expect(strip).toContainText('Row 2, Year: Must be a number');
  await expect(page.locator('#announcer')).toContainText('2 problems');

  // By mouse to the first, and by key to one that is out of sight.
  await strip.getByRole('button', { name: 'Go to the next problem' }).click();
  await expect(cell(page, 1, column)).toBeFocused();
  await page.keyboard.press('F8');
  await expect(cell(page, 22, column)).toBeFocused();
  await expect(cell(page, 22, column)).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole('alert')).toBeInViewport();
  await expect(strip).toContainText('Problem 2 of 2');

  // From another page it leads back to the page of the row.
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText('26–30 of 30', { exact: true })).toBeVisible();
  await expect(strip).toContainText('not on this page');
  await page.keyboard.press('F8');
  await expect(cell(page, 1, column)).toBeFocused();
  await expect(page.getByText('1–25 of 30', { exact: true })).toBeVisible();

  await page.keyboard.press('F2');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1991');
  await page.keyboard.press('Enter');
  await expect(strip).toContainText('1 problem');
  await page.keyboard.press('Shift+F8');
  await expect(cell(page, 22, column)).toBeFocused();
  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await expect(strip).toBeHidden();
  await expect(cell(page, 22, column)).toContainText('9999');

  await untilQuiet(page);
  for (const _id of ids)
    await api.call('DELETE', `/api/sources/${_id}`, { headers: { 'If-Match': '*' } });
});
