import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { makeZip } from '../support/make-zip.ts';
import { runCommand } from '../support/run-command.ts';
import { openLaboratory } from '../support/sample-laboratory.ts';

const lab = await openLaboratory();
const book = join(lab.folder, 'book.xlsx');
const sheets = [
  {
    name: 'Results',
    rows: [
      ['No', 'Of'],
      ['R-1', 'S-1'],
      ['R-2', 'S-2'],
    ],
  },
  {
    name: 'Samples',
    rows: [
      ['No', 'Text'],
      ['S-1', 'water'],
      ['S-2', 'soil'],
    ],
  },
];
await writeFile(book, await writeXlsx({ sheets }));
const plain = { steps: [], constants: {} };
const layout = (sheet: string) => ({ format: 'xlsx', sheet, headerRow: 1, firstRow: 2 });
const results = { mapping: { No: 'code', Of: 'sample' }, ...plain };
const samples = { mapping: { No: 'code', Text: 'note' }, ...plain };
await lab.addRecipe('Results', 'results', { ...results, layout: layout('Results') });
await lab.addRecipe('Samples', 'samples', { ...samples, layout: layout('Samples') });
await lab.addRecipe('Same', 'samples', { ...samples, layout: layout('Samples') });
await lab.addRecipe('Gone', 'standards', { ...samples, layout: layout('Norms') });
await lab.addRecipe('Table', 'standards', samples);
afterAll(() => lab.close());

const run = (...args: string[]) => runCommand(['import', book, ...args], { env: lab.env });

test.each<[string, string[], RegExp]>([
  [
    'a sheet that is not there',
    ['Samples', 'Gone'],
    /no sheet called Norms; it has Results, Samples \(I028\) \(recipe Gone\)/,
  ],
  ['a recipe of a table', ['Samples', 'Table'], /the recipe Table names no sheet/],
  [
    'two recipes of a sheet',
    ['Samples', 'Same'],
    /the recipes Samples and Same both import the sheet Samples into samples/,
  ],
  ['the same recipe twice', ['Samples', 'samples'], /the recipes Samples and Samples both import/],
])('refuses %s before it writes anything', { timeout: 60_000 }, async (_name, names, text) => {
  const refused = await run(...names.flatMap((name) => ['--recipe', name]));

  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(text)]);
  expect((await lab.admin.call('GET', '/api/samples')).body.data).toEqual([]);
});

test(
  'the command imports each sheet with its recipe, referenced records first',
  {
    timeout: 60_000,
  },
  async () => {
    const recipes = ['--recipe', 'Results', '--recipe', 'Samples'];

    const dry = await run(...recipes, '--dry-run');
    const before = await lab.admin.call('GET', '/api/samples');
    const done = await run(...recipes, '--json');
    const again = await run('--recipe', 'Samples', '--recipe', 'Results');

    expect([dry.code, dry.out]).toEqual([
      0,
      expect.stringMatching(/\(Results\): 2 records, 2 created/),
    ]);
    expect(dry.out).toMatch(/\(Samples\): 2 records, 2 created/);
    expect(before.body.data).toEqual([]);
    expect(JSON.parse(done.out)).toMatchObject({
      [`${book} (Results)`]: { created: 2, failed: 0 },
      [`${book} (Samples)`]: { created: 2, failed: 0 },
    });
    expect(again.out).toMatch(/\(Results\): 2 records, 0 created, 0 updated, 2 unchanged/);
    const { body } = await lab.admin.call('GET', '/api/results?_sort=code');
    expect(body.data.map(({ code }: any) => code)).toEqual(['R-1', 'R-2']);
  },
);

test(
  'the command refuses options for one sheet, and anything but one workbook',
  { timeout: 60_000 },
  async () => {
    const recipes = ['--recipe', 'Results', '--recipe', 'Samples'];

    const sheet = await run(...recipes, '--sheet', 'Samples');
    const map = await run(...recipes, '--map', 'No=');
    const files = await run(book, ...recipes);
    const zip = join(lab.folder, 'book.zip');
    await writeFile(zip, makeZip({ 'book.xlsx': await readFile(book), 'a.txt': 'a' }));
    const zipped = await runCommand(['import', zip, ...recipes], { env: lab.env });

    expect([sheet.code, sheet.err]).toEqual([2, expect.stringMatching(/--sheet is for a single/)]);
    expect([map.code, map.err]).toEqual([2, expect.stringMatching(/--map is for a single/)]);
    expect([files.code, files.err]).toEqual([2, expect.stringMatching(/for one workbook/)]);
    expect([zipped.code, zipped.err]).toEqual([1, expect.stringMatching(/in a ZIP.*I095/)]);
  },
);
