import { sendFile } from './send-file.ts';
import { findFaults } from './find-faults.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

test('a column adds to the values of a record, another fills only gaps', async ({ page, api }) => {
  const name = `Written ${crypto.randomUUID()}`;
  const body = { casId: casNumber(), commonName: name, synonyms: ['old'] };
  const made = await api.call('POST', '/api/chems', { body });
  expect(made.body).toMatchObject({ commonName: name });
  const { casId } = made.body;
  await keepSession(page);
  await page.goto('/tools/import?into=chems');
  const lines = ['casId,Name,Synonyms', `${casId},Other name,"new;old"`];
  const buffer = Buffer.from(lines.join('\n'));
  await sendFile(page, 'File to import', {
    name: 'more.csv',
    mimeType: 'text/csv',
    buffer,
  });

  await page.getByLabel('Field for the column Name').selectOption('commonName');
  await page.getByRole('button', { name: 'More settings for Name' }).click();
  const kept = page.getByLabel('Existing values in Name');
  await expect(kept.getByRole('option')).toHaveText([
    'Replace them',
    'Keep them, fill only empty fields',
  ]);
  await kept.selectOption('fill');
  await expect(page.getByLabel('Empty cells in Name')).toHaveCount(0);
  await page.getByLabel('Field for the column Synonyms').selectOption('synonyms');
  await page.getByLabel('List separator in Synonyms').selectOption(';');
  await page.getByRole('button', { name: 'More settings for Synonyms' }).click();
  await page.getByLabel('Existing values in Synonyms').selectOption('add');
  await untilQuiet(page);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start dry run' }).click();

  await page.getByRole('button', { name: 'Updated 1' }).click();
  const updated = page.getByRole('list', { name: 'Updated' });
  await expect(updated).toContainText(/Synonymsold → old new/);
  await expect(updated).not.toContainText('Other name');
  await page.getByRole('button', { name: 'Import 1 record' }).click();
  await expect(page.getByText('Updated: 1')).toBeVisible();
  const { body: found } = await api.call('GET', `/api/chems?casId=${casId}`);
  expect(found.data).toMatchObject([{ commonName: name, synonyms: ['old', 'new'] }]);
});

test('rows make extractions and the source that they share', async ({ page, api }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const title = `Study ${mark}`;
  await keepSession(page);
  await page.goto('/tools/import?into=extractions');
  const lines = [
    'extractionId,rawChemName,testType,detected,Number,Study,Published',
    `E-${mark}-1,BPA,extraction,true,S-${mark},${title},2020`,
    `E-${mark}-2,BPA,extraction,true,S-${mark},${title},2020`,
  ];
  const buffer = Buffer.from(lines.join('\n'));
  await sendFile(page, 'File to import', { name: 'both.csv', mimeType: 'text/csv', buffer });

  const field = page.getByLabel('Field for the column Published');
  await field.selectOption({ label: 'Source · Year' });
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing says which' })).toContainText(
    'Source · Source ID',
  );
  await page
    .getByLabel('Field for the column Number')
    .selectOption({ label: 'Source · Source ID' });
  await page.getByLabel('Field for the column Study').selectOption({ label: 'Source · Title' });
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing says which' })).toHaveCount(0);
  await expect(page.getByText('Finds the record in Sources, or creates it')).toBeVisible();
  await untilQuiet(page);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start dry run' }).click();
  await page.getByRole('button', { name: 'Import 2 records' }).click();

  await expect(page.getByText('Created: 2')).toBeVisible();
  const { body } = await api.call('GET', `/api/sources?sourceId=S-${mark}`);
  expect(body.data).toMatchObject([{ title, year: 2020 }]);
  const { body: made } = await api.call('GET', `/api/extractions?source=${body.data[0]._id}`);
  expect(made.data).toHaveLength(2);
});

/** A CAS number that nobody else uses. */
function casNumber(): string {
  const digits = String(9_000_000 + (Date.now() % 900_000));
  const sum = [...digits]
    .toReversed()
    .reduce((all, digit, at) => all + Number(digit) * (at + 1), 0);
  return `${digits.slice(0, -2)}-${digits.slice(-2)}-${sum % 10}`;
}
