import type { Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { sendFile } from './send-file.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

test.beforeEach(() => test.setTimeout(240_000));

test('mistyped names are resolved once, and the recipe applies this to the next file', async ({
  page,
  api,
}, { retry }) => {
  const target = casNumber(9_910_000 + 10 * retry);
  const numbers = [1, 2, 3, 4].map((at) => casNumber(9_910_000 + 10 * retry + at));
  const mark = crypto.randomUUID().replace(/\W|\d/g, '').slice(0, 8);
  const name = `${mark} phthalate`;
  const body = { casId: target, commonName: name };
  expect((await api.call('POST', '/api/chems', { body })).status).toBe(201);
  const wrong = target.replaceAll('-', '');
  const lines = [
    `CAS number;Common name;Replaced by (${mark})`,
    `${numbers[0]};First;${wrong}`,
    `${numbers[1]};Second;${mark} phtalate`,
    `${numbers[2]};Third;${mark} phtalate`,
  ];
  await keepSession(page);
  await page.goto('/tools/import?into=chems');
  await send(page, 'first.csv', lines);

  await page.getByLabel(`Field for the column Replaced by (${mark})`).selectOption('replacedBy');
  await page.getByRole('button', { name: `Check the names in Replaced by (${mark})` }).click();
  const dialog = page.getByRole('dialog', { name: /^Names in Replaced by/ });
  const open = dialog.getByRole('list', { name: 'Names without a match' });
  await expect(open.getByRole('listitem')).toHaveCount(2);
  await expect(open.getByRole('listitem').first()).toContainText('2 cells');
  await untilQuiet(page);
  expect(await findFaults(page)).toEqual([]);

  await test.step('accepts the suggested records, and reverts a decision', async () => {
    const similar = open.getByRole('listitem', { name: `${mark} phtalate` });
    await similar.getByRole('button', { name: 'Leave as it is' }).click();
    const decided = dialog.getByRole('list', { name: 'Decided' });
    await expect(decided).toContainText('left as it is');
    await decided.getByRole('button', { name: /^Undo the decision/ }).click();
    await similar.getByRole('button', { name: / Similar · 9\d: use it/ }).click();
    await dialog.getByRole('button', { name: 'Use all above 90 (1)' }).click();
    await expect(decided.getByRole('listitem')).toHaveText([
      `${wrong} → ${target}Undo`,
      `${mark} phtalate → ${target}Undo`,
    ]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('All names have a match or are decided.')).toBeVisible();
  });

  await test.step('finds nothing wrong in the dry run, and imports', async () => {
    await importAll(page, 3);
    const { body: found } = await api.call('GET', `/api/chems?casId_in=${numbers.join(',')}`);
    const ids = new Set(found.data.map((one: any) => one.replacedBy));
    expect([found.total, ids.size, ids.has(null)]).toEqual([3, 1, false]);
  });

  await test.step('reads the next file in the same way', async () => {
    await page.getByRole('link', { name: 'Import another file' }).click();
    await send(page, 'second.csv', [lines[0]!, `${numbers[3]};Fourth;${mark} phtalate`]);
    await expect(page.getByText('You imported a file with these columns before')).toBeVisible();
    await importAll(page, 1);
  });

  const { body: all } = await api.call(
    'GET',
    `/api/chems?casId_in=${[...numbers, target].join(',')}`,
  );
  const headers = { 'If-Match': '*' };
  for (const { _id } of all.data.toSorted((one: any) => (one.casId === target ? 1 : -1)))
    expect((await api.call('DELETE', `/api/chems/${_id}`, { headers })).status).toBe(200);
});

test('merges several nearly equal values into one', async ({ page, api }, { retry }) => {
  const numbers = [1, 2, 3, 4].map((at) => casNumber(9_920_000 + 10 * retry + at));
  const mark = crypto.randomUUID().replace(/\W|\d/g, '').slice(0, 8);
  const comments = [`From ${mark}`, `from  ${mark}.`, `From ${mark}`, `From the ${mark}`];
  await keepSession(page);
  await page.goto('/tools/import?into=chems');
  await send(page, 'similar.csv', [
    `CAS number;Common name;Comments`,
    ...numbers.map((number, at) => `${number};Name ${at};${comments[at]}`),
  ]);

  await page.getByRole('button', { name: 'Clean up Comments' }).click();
  await page.getByRole('button', { name: 'Similar values in Comments' }).click();
  const dialog = page.getByRole('dialog', { name: 'Similar values in Comments' });
  const group = dialog.getByRole('listitem', { name: `Values similar to From ${mark}` });
  await expect(group.getByRole('button', { name: / · \d$/ })).toHaveText([
    `From ${mark} · 2`,
    `from  ${mark}. · 1`,
  ]);
  await untilQuiet(page);
  expect(await findFaults(page)).toEqual([]);
  await group.getByLabel(/^What all values similar to/).fill(`Office ${mark}`);
  await group.getByRole('button', { name: /^Merge/ }).click();
  await expect(group).toContainText(`All become Office ${mark}`);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await importAll(page, 4);
  const { body } = await api.call(
    'GET',
    `/api/chems?casId_in=${numbers.join(',')}&_sort=commonName`,
  );
  expect(body.data.map((one: any) => one.comments)).toEqual([
    `Office ${mark}`,
    `Office ${mark}`,
    `Office ${mark}`,
    `From the ${mark}`,
  ]);
  const headers = { 'If-Match': '*' };
  for (const { _id } of body.data) await api.call('DELETE', `/api/chems/${_id}`, { headers });
});

test('fills a table of values from the file, unmatched ones first', async ({ page, api }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const kinds = [
    ...Array(30).fill('Report'),
    'letter',
    'Thesis',
    'letter',
    'memo',
    'Thesis',
    'letter',
  ];
  const column = `Kind (${mark})`;
  await keepSession(page);
  await page.goto('/tools/import?into=sources');
  await send(page, 'kinds.csv', [
    `Source ID;Title;Year;${column}`,
    ...kinds.map((kind, at) => `kinds-${mark}-${at};${kind} ${mark};2021;${kind}`),
  ]);
  await page.getByLabel(`Field for the column ${column}`).selectOption('sourceType');
  await page.getByRole('button', { name: `Clean up ${column}`, exact: true }).click();
  await page.getByRole('button', { name: `Add a step for ${column}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Replace values' }).click();

  await page.getByRole('button', { name: 'Show the values of the file' }).press('Enter');
  const left = page.getByRole('group', { name: 'Add values of the file' });
  await expect(left.getByRole('button', { name: / · / })).toHaveText([
    'letter · 3 · no match',
    'memo · 1 · no match',
    'Thesis · 2',
  ]);
  await untilQuiet(page);
  expect(await findFaults(page)).toEqual([]);
  await left.getByRole('button', { name: 'Add all without a match (2)' }).press('Enter');
  await expect(left.getByRole('button', { name: / · / })).toHaveText(['Thesis · 2']);
  await page.getByLabel(/^Value 2 becomes: /).fill('Report');
  await expect(page.getByText('1 of 2 targets are not accepted by Type')).toBeVisible();
  await page.getByLabel(/^Value 3 becomes: /).fill('Data set');
  await expect(page.getByText(/not accepted by/)).toHaveCount(0);

  await importAll(page, kinds.length);
  const { body } = await api.call('GET', `/api/sources?sourceId_starts=kinds-${mark}&_perPage=100`);
  const types = Object.groupBy(body.data as any[], (one) => one.sourceType);
  expect([types['report']?.length, types['thesis']?.length, types['dataset']?.length]).toEqual([
    33, 2, 1,
  ]);
  const headers = { 'If-Match': '*' };
  for (const { _id } of body.data) await api.call('DELETE', `/api/sources/${_id}`, { headers });
});

async function send(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\r\n'));
  await sendFile(page, 'File to import', { name, mimeType: 'text/csv', buffer });
}

/** Runs the dry run, in which no row fails, and the import. */
async function importAll(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Start dry run' }).click();
  await expect(page.getByText('This was a dry run')).toBeVisible();
  await page
    .getByRole('button', { name: count === 1 ? 'Import 1 record' : `Import ${count} records` })
    .click();
  await expect(page.getByText(`Created: ${count}`)).toBeVisible();
}

function casNumber(base: number): string {
  const digits = String(base).padStart(7, '0');
  const sum = digits
    .split('')
    .reduce((all, digit, at) => all + Number(digit) * (digits.length - at), 0);
  return `${digits.slice(0, -2)}-${digits.slice(-2)}-${sum % 10}`;
}
