import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { openLaboratory, request, sampleFile } from '../support/sample-laboratory.ts';

const lab = await openLaboratory();
const file = join(lab.folder, 'monday.csv');
await writeFile(file, sampleFile);
afterAll(() => lab.close());

const run = (...args: string[]) => runCommand(['import', file, ...args], { env: lab.env });

const recipesOf = async (resource: string) =>
  (await lab.admin.call('GET', `/api/${resource}/recipes`)).body.data as any[];

/** The same file and settings, as the screens send them. */
async function importOnScreen(resource: string): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([sampleFile]), 'monday.csv');
  const { body: job } = await lab.admin.call('POST', `/api/${resource}/jobs`, { body: form });
  await lab.admin.call('POST', `/api/jobs/${job.id}/run`, { body: request });
  for (;;) {
    const { body } = await lab.admin.call('GET', `/api/jobs/${job.id}`);
    if (body.state === 'done') return;
    if (body.state !== 'running') throw new Error(JSON.stringify(body));
    await wait(20);
  }
}

test(
  'the command imports a file with a recipe, as the screens would',
  { timeout: 60_000 },
  async () => {
    const id = await lab.addRecipe('Monday');
    await importOnScreen('standards');

    const dry = await run('--recipe', 'monday', '--dry-run');
    const empty = await lab.records();
    const { code, out } = await run('--recipe', 'Monday');

    expect(dry.out).toMatch(/monday\.csv: 2 records, 2 created/);
    expect(empty.trim()).toBe((await lab.records('standards')).split('\n')[0]!.trim());
    expect(out).toMatch(/2 records, 2 created, 0 updated, 0 unchanged, 0 failed/);
    expect(code).toBe(0);
    const records = await lab.records();
    expect(records).toContain('A-1,clear,1.500,"Laboratory 7, row 1"');
    expect(records).toBe(await lab.records('standards'));
    const [recipe] = await recipesOf('samples');
    expect(recipe).toMatchObject({ id, version: 1 });
  },
);

test('the import starts with the first row of the recipe', { timeout: 60_000 }, async () => {
  await lab.addRecipe('Below', 'samples', { layout: { ...request.layout, firstRow: 5 } });

  const { out } = await run('--recipe', 'Below', '--dry-run');

  expect(out).toMatch(/monday\.csv: 1 record,/);
});

test('other options override those of the recipe', { timeout: 60_000 }, async () => {
  const id = await lab.addRecipe('Tuesday');
  await writeFile(join(lab.folder, 'monday.csv'), sampleFile.replace('clear', 'changed'));

  const { out } = await run('--recipe', id, '--map', 'Remark=', '--mode', 'create');

  expect(out).toMatch(/2 records, 0 created, 0 updated, 0 unchanged, 2 failed \(2 duplicates\)/);
  await run('--recipe', id, '--map', 'Remark=');
  expect(await lab.records()).not.toContain('changed');
  await run('--recipe', id);
  expect(await lab.records()).toContain('changed');
});

test('columns that the file does not have are named', { timeout: 60_000 }, async () => {
  await lab.addRecipe('Wednesday', 'samples', {
    mapping: { ...request.mapping, Basin: 'origin' },
  });

  const { out } = await run('--recipe', 'Wednesday', '--dry-run');

  expect(out).toMatch(/monday\.csv: does not have these columns of the recipe: Basin/);
});

test('the columns of JSON are read for a recipe', { timeout: 60_000 }, async () => {
  await lab.addRecipe('Thursday', 'standards', {
    mapping: { No: 'code', Text: 'note', Basin: 'origin' },
    steps: [],
    constants: {},
  });
  const json = join(lab.folder, 'thursday.json');
  await writeFile(json, JSON.stringify([{ No: 'J-1', Text: 'from JSON' }]));

  const args = ['import', json, '--recipe', 'Thursday', '--map', 'Text=origin'];
  const { out } = await runCommand(args, { env: lab.env });

  expect(out).toMatch(/thursday\.json: does not have these columns of the recipe: Basin\n/);
  expect(out).toMatch(/1 record, 1 created/);
  expect(await lab.records('standards')).toContain('J-1,,,from JSON');
});

test(
  'the existing recipes are named if none matches, or several do',
  { timeout: 60_000 },
  async () => {
    await lab.addRecipe('Friday');
    const id = await lab.addRecipe('friday', 'standards');

    const none = await run('--recipe', 'Sunday');
    const several = await run('--recipe', 'Friday');
    const other = await run('--recipe', 'Friday', '--resource', 'users');
    const one = await run('--recipe', 'Friday', '--resource', 'standards', '--dry-run');

    expect([none.code, none.err]).toEqual([
      1,
      expect.stringMatching(/no recipe called Sunday\. There are:/),
    ]);
    expect(none.err).toMatch(/ {2}Friday \(samples, of [^)]+\)\n/);
    expect(several.err).toMatch(/Several recipes are called Friday\. Add --resource/);
    expect(several.err).toContain(`${id}: standards`);
    expect(other.err).toMatch(/no recipe called Friday for users/);
    expect([one.code, one.out]).toEqual([0, expect.stringMatching(/2 records/)]);
    const alone = await run('--resource', 'samples');
    expect([alone.code, alone.err]).toEqual([
      2,
      expect.stringMatching(/--resource names the collection/),
    ]);
  },
);
