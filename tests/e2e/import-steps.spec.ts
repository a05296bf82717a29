import type { Locator, Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { sendFile } from './send-file.ts';
import { expect, signIn, test } from './test.ts';

type Api = { call(method: string, path: string): Promise<{ body: any }> };

/** What a test does with one kind of step. `{run}` in texts is the mark of the run. */
type Case = {
  kind: string;
  /** The column whose steps are opened. */
  column: string;
  cells: Readonly<Record<string, string>>;
  /** Changes the new step; by default, what it guessed from the samples is right. */
  edit?: (step: Locator, page: Page) => Promise<void>;
  /** What the step says it does. */
  said: string | RegExp;
  /** The first row of the preview, without its number. */
  preview: readonly string[];
  /** The fields that columns map to, where their names do not say so. */
  fields?: Readonly<Record<string, string>>;
  counted: RegExp;
  record: Readonly<Record<string, unknown>>;
};

const cases: readonly Case[] = [
  {
    kind: 'Trim spaces',
    column: 'Title',
    cells: { Title: '  Lead   in cans ' },
    said: 'Changes 1 cell in all 2 rows',
    preview: ['  Lead   in cans ', 'Lead in cans'],
    counted: /^Trim spaces in Title: 1 cell changed$/,
    record: { title: 'Lead in cans' },
  },
  {
    kind: 'Find and replace',
    column: 'Title',
    cells: { Title: 'Lead 12 ppm, 3 ppm' },
    edit: async (step) => {
      await step.getByLabel(/^Find: /).fill('(\\d+) ppm');
      await step.getByLabel(/^Replace with: /).fill('$1 mg/kg');
      await step.getByLabel(/^Find is a pattern/).check();
    },
    said: 'Changes 1 cell in all 2 rows',
    preview: ['Lead 12 ppm, 3 ppm', 'Lead 12 mg/kg, 3 mg/kg'],
    counted: /^Find and replace in Title: 1 cell changed$/,
    record: { title: 'Lead 12 mg/kg, 3 mg/kg' },
  },
  {
    kind: 'Remove a prefix or suffix',
    column: 'Title',
    cells: { Title: 'Report: Tin' },
    edit: (step) => step.getByLabel(/^Prefix to remove: /).fill('Report:'),
    said: 'Changes 1 cell in all 2 rows',
    preview: ['Report: Tin', 'Tin'],
    counted: /^Remove a prefix or suffix in Title: 1 cell changed$/,
    record: { title: 'Tin' },
  },
  {
    kind: 'Change upper and lower case',
    column: 'Title',
    cells: { Title: 'LEAD IN CANS' },
    edit: async (step) => {
      await step.getByLabel(/^Write as: /).selectOption('Title Case');
    },
    said: 'Changes 1 cell in all 2 rows',
    preview: ['LEAD IN CANS', 'Lead In Cans'],
    counted: /^Change upper and lower case in Title: 1 cell changed$/,
    record: { title: 'Lead In Cans' },
  },
  {
    kind: 'Keep a part',
    column: 'Title',
    cells: { Title: 'No. 7 (Lead in cans) 2021' },
    said: 'Changes 1 cell in all 2 rows',
    preview: ['No. 7 (Lead in cans) 2021', 'Lead in cans'],
    // The other row has no brackets.
    counted: /^Keep a part of Title: 1 cell changed, 1 warning$/,
    record: { title: 'Lead in cans' },
  },
  {
    kind: 'Keep one entry of a list',
    column: 'Title',
    cells: { Title: 'Lead; Tin; Zinc' },
    edit: (step) => step.getByLabel(/^Entry: /).fill('-1'),
    said: 'Changes 1 cell in all 2 rows',
    preview: ['Lead; Tin; Zinc', 'Zinc'],
    counted: /^Keep one entry of Title: 1 cell changed$/,
    record: { title: 'Zinc' },
  },
  {
    kind: 'Split into columns',
    column: 'Citation',
    cells: { Citation: 'Ann Lee | Food Control' },
    // Columns with the labels of fields map on their own.
    edit: async (step) => {
      await step.getByLabel(/^New column 1: /).fill('Authors');
      await step.getByLabel(/^New column 2: /).fill('Journal');
    },
    said: 'Changes 2 cells in all 2 rows',
    preview: ['Ann Lee | Food Control', 'Ann Lee', 'Food Control'],
    counted: /^Split Citation into Authors, Journal: 2 cells changed$/,
    record: { authors: 'Ann Lee', journal: 'Food Control' },
  },
  {
    kind: 'Join columns',
    column: 'First name',
    cells: { 'First name': 'Ann', 'Last name': 'Lee' },
    edit: (step) => step.getByLabel(/^New column: /).fill('Authors'),
    said: 'Changes 1 cell in all 2 rows',
    preview: ['Ann', 'Lee', 'Ann Lee'],
    counted: /^Join First name \+ Last name into Authors: 1 cell changed$/,
    record: { authors: 'Ann Lee' },
  },
  {
    kind: 'Read numbers',
    column: 'Amount',
    cells: { Amount: '< 1.012,5 mg/kg' },
    edit: async (step) => {
      await expect(step.getByLabel(/^Decimal sign: /)).toHaveValue(',');
      await expect(step.getByLabel(/^Units to remove: /)).toHaveValue('mg/kg');
      await step.getByLabel(/^Column for signs such as <: /).fill('Journal');
    },
    said: 'Changes 2 cells in all 2 rows',
    preview: ['< 1.012,5 mg/kg', '1012.5', '<'],
    fields: { Amount: 'abstract' },
    counted: /^Read numbers in Amount: 2 cells changed$/,
    record: { abstract: '1012.5', journal: '<' },
  },
  {
    kind: 'Read dates',
    column: 'Day',
    cells: { Day: '23.4.99' },
    said: 'Changes 1 cell in all 2 rows',
    preview: ['23.4.99', '1999-04-23'],
    fields: { Day: 'publishedOn' },
    counted: /^Read dates in Day: 1 cell changed$/,
    record: { publishedOn: '1999-04-23' },
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
    counted: /^Replace values in Type: 1 cell changed$/,
    record: { sourceType: 'journalArticle' },
  },
  {
    kind: 'Fill empty cells from above',
    column: 'Journal',
    cells: {},
    said: 'Changes 1 cell in all 2 rows',
    preview: ['empty', 'Chemosphere'],
    counted: /^Fill empty cells in Journal from above: 1 cell changed$/,
    record: { journal: 'Chemosphere' },
  },
];

/** The row above the one that a test is about. */
const above: Readonly<Record<string, string>> = { Title: 'Another', Year: '2020' };

for (const each of cases) {
  test(`a step on the screen: ${each.kind}`, async ({ page, api }) => {
    const { kind, column, edit, said, preview, fields = {}, counted, record } = each;
    const id = `steps-${crypto.randomUUID()}`;
    await signIn(page);
    await openFile(page, each, id);
    const panel = await openSteps(page, column);

    await addStep(page, column, kind);
    const step = panel.getByRole('listitem', { name: /^1\. / });
    await edit?.(step, page);

    await expect(step.getByText(said)).toBeVisible();
    const row = step.getByRole('table').locator('tr', { has: page.locator('[data-is=changed]') });
    await expect(row.first().getByRole('cell')).toHaveText(cellTexts(preview));
    expect(await findFaults(page)).toEqual([]);
    for (const [name, field] of Object.entries(fields))
      await page.getByLabel(`Field for the column ${name}`).selectOption(field);
    await page.getByRole('button', { name: 'Start dry run' }).click();
    const counts = page.getByRole('list', { name: 'What the steps changed' });
    await expect(counts.getByRole('listitem')).toHaveText([counted]);
    await page.getByRole('button', { name: 'Created 2' }).click();
    await expect(page.getByText('by a step')).not.toHaveCount(0);
    await page.getByRole('button', { name: 'Import 2 records' }).click();
    await expect(page.getByText('Created: 2')).toBeVisible();
    await expect(counts.getByRole('listitem')).toHaveText([counted]);
    expect(await readSource(api, id)).toMatchObject(record);
  });
}

/** The second row has the cells of the case, the first those of any other record. */
async function openFile(page: Page, { kind, cells }: Case, id: string): Promise<void> {
  const first = { ...above, ...(kind.startsWith('Fill') && { Journal: 'Chemosphere' }) };
  const columns = [...new Set([...Object.keys(first), ...Object.keys(cells)])];
  const second: Readonly<Record<string, string>> = { Title: 'One', Year: '2021', ...cells };
  // The steps of a file come back with the next one that has the same columns; this one is alone.
  const lines = [
    ['Source ID', id, ...columns],
    [`${id}-0`, '', ...columns.map((name) => first[name as keyof typeof first] ?? '')],
    [id, '', ...columns.map((name) => second[name] ?? '')],
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
