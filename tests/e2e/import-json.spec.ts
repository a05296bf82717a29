import { findFaults } from './find-faults.ts';
import { sendFile } from './send-file.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a JSON object with a list is imported by keyboard: its path and its parts are shown and can be changed', async ({
  page,
  api,
}) => {
  const mark = `json-${crypto.randomUUID()}`;
  const file = {
    errors: [{ text: 'no family' }],
    data: {
      items: [
        { id: `${mark}-1`, about: { title: `First ${mark}` } },
        { id: `${mark}-2`, about: { title: `Second ${mark}` } },
      ],
    },
  };
  await keepSession(page);
  await page.goto('/tools/import?into=chemFamilies');

  const buffer = Buffer.from(JSON.stringify(file, null, 2));
  await sendFile(page, 'File to import', {
    name: 'api.json',
    mimeType: 'application/json',
    buffer,
  });

  const path = page.getByLabel('List of records');
  await expect(path).toHaveValue('errors');
  await path.fill('nothing');
  await path.press('Enter');
  await expect(
    page.getByText('has no list of records at nothing; its lists: errors, data.items'),
  ).toBeVisible();
  await path.fill('data.items');
  await path.press('Enter');
  await page.getByLabel('Field for the column about.title').selectOption('name');
  await page.getByLabel('Field for the column id').selectOption('key');
  await untilQuiet(page);
  expect(await findFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Start dry run' }).press('Enter');
  await page.getByRole('button', { name: 'Import 2 records' }).press('Enter');
  await expect(page.getByText('Created: 2')).toBeVisible();

  const { body } = await api.call('GET', `/api/chemFamilies?key_contains=${mark}&_sort=key`);
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
    `First ${mark}`,
    `Second ${mark}`,
  ]);
});
