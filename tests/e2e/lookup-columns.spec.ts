import { findFaults } from './find-faults.ts';
import { expect, keepSession, test } from './test.ts';

// One after another: they change how the same list is laid out.
test.describe.configure({ mode: 'serial' });

// Without those that other tests create meanwhile.
const isSample = 'extractionId_starts';
const list = `/extractions/overview?filter={"${isSample}":"EXT-"}`;

test.afterEach(async ({ api }) => {
  await api.call('DELETE', '/api/users/current/settings/grid.extractions');
});

test('a field of another record becomes a column, by mouse and keys', async ({ page, api }) => {
  test.setTimeout(90_000);
  await keepSession(page);
  await page.goto(list);
  await page.getByRole('button', { name: /^Columns \d/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Columns/ });
  await dialog.getByRole('button', { name: 'Source', exact: true }).click();
  const group = dialog.getByRole('group', { name: 'Source', exact: true });
  await group.getByRole('checkbox', { name: 'Year', exact: true }).check();
  expect.soft(await findFaults(page), 'columns').toEqual([]);
  await dialog.getByRole('searchbox').fill('project › owner');
  await dialog.getByRole('checkbox', { name: 'Source › Project › Owner', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Source › Project › Owner' })).toBeAttached();

  const head = page.getByRole('columnheader', { name: 'Source › Year' });
  await head.getByRole('button').first().press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('button').first().press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const cell = page.locator(
    `[data-row="0"][data-column="${await head.getAttribute('data-column')}"]`,
  );
  // The rows in the order before stay until those in the new one have come.
  const last = `/api/extractions?${isSample}=EXT-&_sort=-source.year&_perPage=1&_fields=source.year`;
  const { body: lastPage } = await api.call('GET', last);
  await expect(cell).toHaveText(String(lastPage.data[0]['source.year']));
  await cell.click();
  await page.keyboard.press('F2');
  await expect(page.getByText('This value belongs to another record: Source.')).toBeVisible();
  await page.keyboard.press('Space');
  expect.soft(await findFaults(page), 'card').toEqual([]);

  // Somebody changes the other record.
  const href = (await page.getByRole('link', { name: 'Open Source' }).getAttribute('href'))!;
  await page.keyboard.press('Escape');
  const path = `/api/sources/${href.split('/').at(-1)}`;
  const { body: source } = await api.call('GET', path);
  const headers = { 'If-Match': '*' };
  // The last year that may be, so that it stays in the first row.
  const year = new Date().getUTCFullYear() + 1;
  const changed = await api.call('PATCH', path, { body: { year }, headers });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await expect(cell).toHaveText(String(year));
  await api.call('PATCH', path, { body: { year: source.year }, headers });
  await expect(cell).toHaveText(String(source.year));
});
