import type { Locator, Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { sendFile } from './send-file.ts';
import { expect, keepSession, test } from './test.ts';

type Api = { call(method: string, path: string): Promise<{ body: any }> };

/** One kind of step, on a column of its own. */
type Case = {
  kind: string;
  /** The column whose steps are opened. */
  column: string;
  cells: Readonly<Record<string, string>>;
  /** Changes the new step; by default, what it guessed from the samples is right. */
  edit?: (step: Locator, page: Page) => Promise<void>;
  /** What the step says it does. */
  said: string | RegExp;
  /** The first changed row of the preview, without its number. */
  preview: readonly string[];
  counted: string;
};

const cases: readonly Case[] = [
  {
    kind: 'Trim spaces',
    column: 'Title',
    cells: { Title: '  Lead   in cans ' },
    said: 'Changes 1 cell in all 2 rows',
    preview: ['  Lead   in cans ', 'Lead in cans'],
    counted: 'Trim spaces in Title: 1 cell changed',
  },
  {
    kind: 'Find and replace',
    column: 'Found',
    cells: { Found: 'Lead 12 ppm, 3 ppm' },
    edit: async (step) => {
      await step.getByLabel(/^Find: /).fill('(\\d+) ppm');
      await step.getByLabel(/^Replace with: /).fill('$1 mg/kg');
      await step.getByLabel(/^Find is a pattern/).check();
    },
    said: 'Changes 1 cell in all 2 rows',
    preview: ['Lead 12 ppm, 3 ppm', 'Lead 12 mg/kg, 3 mg/kg'],
    counted: 'Find and replace in Found: 1 cell changed',
  },
  {
    kind: 'Remove a prefix or suffix',
    column: 'Report',
    cells: { Report: 'Report: Tin' },
    edit: (step) => step.getByLabel(/^Prefix to remove: /).fill('Report:'),
    said: 'Changes 1 cell in all 2 rows',
    preview: ['Report: Tin', 'Tin'],
    counted: 'Remove a prefix or suffix in Report: 1 cell changed',
  },
  {
    kind: 'Change upper and lower case',
    column: 'Capitals',
    cells: { Capitals: 'LEAD IN CANS' },
    edit: async (step) => {
      await step.getByLabel(/^Write as: /).selectOption('Title Case');
    },
    said: 'Changes 1 cell in all 2 rows',
    preview: ['LEAD IN CANS', 'Lead In Cans'],
    counted: 'Change upper and lower case in Capitals: 1 cell changed',
  },
  {
    kind: 'Keep a part',
    column: 'Number',
    cells: { Number: 'No. 7 (Lead in cans) 2021' },
    said: 'Changes 1 cell in all 2 rows',
    preview: ['No. 7 (Lead in cans) 2021', 'Lead in cans'],
    counted: 'Keep a part of Number: 1 cell changed',
  },
  {
    kind: 'Keep one entry of a list',
    column: 'Metals',
    cells: { Metals: 'Lead; Tin; Zinc' },
    edit: (step) => step.getByLabel(/^Entry: /).fill('-1'),
    said: 'Changes 1 cell in all 2 rows',
    preview: ['Lead; Tin; Zinc', 'Zinc'],
    counted: 'Keep one entry of Metals: 1 cell changed',
  },
  {
    kind: 'Split into columns',
    column: 'Citation',
    cells: { Citation: 'Ann Lee | Food Control' },
    // Columns with the labels of fields map on their own.
    edit: async (step) => {
      await step.getByLabel(/^New column 1: /).fill('Authors');
      await step.getByLabel(/^New column 2: /).fill('Abstract');
    },
    said: 'Changes 2 cells in all 2 rows',
    preview: ['Ann Lee | Food Control', 'Ann Lee', 'Food Control'],
    counted: 'Split Citation into Authors, Abstract: 2 cells changed',
  },
  {
    kind: 'Join columns',
    column: 'First name',
    cells: { 'First name': 'Ann', 'Last name': 'Lee' },
    edit: (step) => step.getByLabel(/^New column: /).fill('Name'),
    said: 'Changes 1 cell in all 2 rows',
    preview: ['Ann', 'Lee', 'Ann Lee'],
    counted: 'Join First name + Last name into Name: 1 cell changed',
  },
  {
    kind: 'Read numbers',
    column: 'Amount',
    cells: { Amount: '< 1.012,5 mg/kg' },
    edit: async (step) => {
      await expect(step.getByLabel(/^Decimal sign: /)).toHaveValue(',');
      await expect(step.getByLabel(/^Units to remove: /)).toHaveValue('mg/kg');
      await step.getByLabel(/^Column for signs such as <: /).fill('Sign');
    },
    said: 'Changes 2 cells in all 2 rows',
    preview: ['< 1.012,5 mg/kg', '1012.5', '<'],
    counted: 'Read numbers in Amount: 2 cells changed',
  },
  {
    kind: 'Read dates',
    column: 'Day',
    cells: { Day: '23.4.99' },
    said: 'Changes 1 cell in all 2 rows',
    preview: ['23.4.99', '1999-04-23'],
    counted: 'Read dates in Day: 1 cell changed',
  },
  {
    kind: 'Replace values',
    column: 'Type',
    cells: { Type: 'paper in a journal' },
    edit: async (step) => {
      const becomes = step.getByLabel(/^Value 1 becomes: /);
      await expect(step.getByText('1 of 1 target is not accepted by Type')).toBeVisible();
      await becomes.fill('Journal article');
      await expect(step.getByText(/not accepted by/)).toHaveCount(0);
    },
    said: 'Changes 1 cell in all 2 rows',
    preview: ['paper in a journal', 'Journal article'],
    counted: 'Replace values in Type: 1 cell changed',
  },
  {
    kind: 'Fill empty cells from above',
    column: 'Journal',
    cells: {},
    said: 'Changes 1 cell in all 2 rows',
    preview: ['empty', 'Chemosphere'],
    counted: 'Fill empty cells in Journal from above: 1 cell changed',
  },
];

/** The row above, which only the steps that fill need. */
const above: Readonly<Record<string, string>> = { Title: 'Another', Journal: 'Chemosphere' };

const fields = { Day: 'publishedOn', Type: 'sourceType' };

test('each kind of step is added, shows what it does, and is counted in dry run and import', async ({
  page,
  api,
}) => {
  test.setTimeout(240_000);
  const id = `steps-${crypto.randomUUID()}`;
  await keepSession(page);
  await openFile(page, id);

  for (const { kind, column, edit, said, preview } of cases)
    await test.step(kind, async () => {
      const panel = await openSteps(page, column);
      await addStep(page, column, kind);
      const step = panel.getByRole('listitem', { name: /^\d+\. / });
      await edit?.(step, page);
      await expect(step.getByText(said)).toBeVisible();
      const row = step.getByRole('table').locator('tr', { has: page.locator('[data-is=changed]') });
      await expect(row.first().getByRole('cell')).toHaveText(cellTexts(preview));
    });
  expect(await findFaults(page)).toEqual([]);

  for (const [name, field] of Object.entries(fields))
    await page.getByLabel(`Field for the column ${name}`).selectOption(field);
  await page.getByRole('button', { name: 'Start dry run' }).click();
  const counts = page.getByRole('list', { name: 'What the steps changed' });
  await expect(counts.getByRole('listitem')).toHaveText(cases.map(({ counted }) => counted));
  await page.getByRole('button', { name: 'Created 2' }).click();
  await expect(page.getByText('by a step')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Import 2 records' }).click();
  await expect(page.getByText('Created: 2')).toBeVisible();
  await expect(counts.getByRole('listitem')).toHaveText(cases.map(({ counted }) => counted));
  expect(await readSource(api, id)).toMatchObject({
    title: 'Lead in cans',
    authors: 'Ann Lee',
    abstract: 'Food Control',
    publishedOn: '1999-04-23',
    sourceType: 'journalArticle',
    journal: 'Chemosphere',
  });
});

/** The second row has the cells of all cases. */
async function openFile(page: Page, id: string): Promise<void> {
  const cells = Object.assign({ Journal: '' }, ...cases.map((each) => each.cells));
  const columns = Object.keys(cells);
  // The steps of a file come back with the next one that has the same columns; this one is alone.
  const lines = [
    ['Source ID', 'Year', id, ...columns],
    [`${id}-0`, '2020', '', ...columns.map((name) => above[name] ?? '')],
    [id, '2021', '', ...columns.map((name) => cells[name])],
  ];
  await page.goto('/tools/import?into=sources');
  await sendFile(page, 'File to import', {
    name: 'steps.tsv',
    mimeType: 'text/tab-separated-values',
    buffer: Buffer.from(lines.map((cell) => cell.join('\t')).join('\r\n')),
  });
}

async function openSteps(page: Page, column: string): Promise<Locator> {
  await page.getByRole('button', { name: `Clean up ${column}`, exact: true }).click();
  const panel = page.getByRole('group', { name: `Clean up ${column}` });
  await expect(panel).toBeVisible();
  return panel;
}

async function addStep(page: Page, column: string, kind: string): Promise<void> {
  await page.getByRole('button', { name: `Add a step for ${column}`, exact: true }).click();
  await page.getByRole('menuitem', { name: kind }).click();
}

/** Whole texts; the browser makes one space of several when it compares. */
function cellTexts(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim().replaceAll(/\s+/g, ' '));
}

async function readSource(api: Api, id: string): Promise<unknown> {
  const { body } = await api.call('GET', `/api/sources?sourceId=${id}`);
  return body.data[0];
}
