import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { toRequest, toSettings } from '../../src/admin/files/job-settings.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import type { Step } from '../../src/files/steps/step.ts';
import { runCommand } from '../support/run-command.ts';
import { openLaboratory, source } from '../support/sample-laboratory.ts';

const lab = await openLaboratory();
afterAll(() => lab.close());

const column = fc.constantFrom('Remark', 'Amount', 'Place');
const text = fc.constantFrom('a', ' ', '-', 'mg', '<', 'ä', '.', 'ß');
const separator = fc.constantFrom(',', ';', '/', '-');

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('trim' as const), column }),
  fc.record({ do: fc.constant('replace' as const), column, find: text, by: text }),
  fc.record({
    do: fc.constant('replace' as const),
    column,
    find: fc.constantFrom('([a-z])(\\d)', '\\s+', '^.', '(a|b)*$'),
    by: fc.constantFrom('$2$1', '', '$&$&', '$$'),
    isPattern: fc.constant(true),
  }),
  fc.record({ do: fc.constant('remove' as const), column, prefix: text, suffix: text }),
  fc.record({
    do: fc.constant('case' as const),
    column,
    to: fc.constantFrom('upper' as const, 'lower' as const, 'title' as const),
  }),
  fc.record({ do: fc.constant('take' as const), column, after: text, before: text }),
  fc.record({
    do: fc.constant('part' as const),
    column,
    separator,
    number: fc.constantFrom(1, 2, -1),
  }),
  fc.record({
    do: fc.constant('split' as const),
    column,
    separator,
    into: fc.constantFrom(['Remark', 'Place'], ['Place'], ['New', 'Remark']),
  }),
  fc.record({
    do: fc.constant('join' as const),
    columns: fc.constantFrom(['Remark', 'Place'], ['Place', 'Amount', 'Remark']),
    separator,
    into: fc.constantFrom('Remark', 'Place', 'New'),
  }),
  fc.record(
    {
      do: fc.constant('number' as const),
      column,
      decimal: fc.constantFrom('.' as const, ',' as const),
      units: fc.constant(['mg', '%']),
      qualifier: fc.constantFrom('Place', 'Sign'),
      range: fc.constantFrom('low' as const, 'high' as const, 'middle' as const),
    },
    { requiredKeys: ['do', 'column', 'decimal'] },
  ),
  fc.record(
    {
      do: fc.constant('date' as const),
      column,
      order: fc.constantFrom('DMY' as const, 'YMD' as const),
      pivot: fc.constantFrom(30, 99),
      serial: fc.boolean(),
    },
    { requiredKeys: ['do', 'column', 'order'] },
  ),
  fc.record({
    do: fc.constant('map' as const),
    column,
    values: fc.constant([
      ['a', 'b'],
      ['1,5', '15'],
    ] as [string, string][]),
    others: fc.constantFrom('keep' as const, 'warn' as const, 'empty' as const),
  }),
  fc.record({ do: fc.constant('fill' as const), column }),
);

const cell = fc.constantFrom(
  '',
  ' a  b ',
  'a/b-c',
  '1,5',
  '<1.234,5 mg',
  '3–4',
  '3.4.21',
  '44197',
  'Ärger; groß',
  '=1+1',
  '5 %',
);

const file = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });

/** A step that reads dates, for a column with decimal commas: whether these still count must not depend on the way. */
const dateOfAmount: Step[] = [
  { do: 'date', column: 'Amount', order: 'YMD', pivot: 30, serial: true },
];
const oddAmounts: [string, string, string][] = [
  ['3–4', '1,5', '5 %'],
  ['=1+1', '1,5', ' a  b '],
];

const toCsv = (rows: readonly (readonly string[])[]) =>
  ['Code,Remark,Amount,Place', ...rows.map((row, at) => [`A-${at}`, ...row].map(quote).join(','))]
    .join('\n')
    .concat('\n');

const quote = (one: string) => `"${one}"`;

const mapping = {
  Code: 'code',
  Remark: 'note',
  Amount: { field: 'amount', decimal: ',' },
  Place: 'origin',
  New: null,
  Sign: null,
};

async function upload(csv: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([csv]), 'random.csv');
  const { body } = await lab.admin.call('POST', '/api/samples/jobs', { body: form });
  return body.id;
}

/** As a person does who chooses the recipe on the page of an import and changes nothing. */
async function onScreen(csv: string, recipe: any): Promise<void> {
  const parsed = parseDescriptor(JSON.stringify(source));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  const { descriptor } = parsed;
  const id = await upload(csv);
  const asked = { steps: recipe.request.steps };
  const { body: look } = await lab.admin.call('POST', `/api/jobs/${id}/look`, { body: asked });
  const asker = { descriptor, role: 'admin', resource: descriptor.resources.get('samples')! };
  const request = toRequest(toSettings(asker, look, recipe.request, {}), look.layout);
  const { status, body } = await lab.admin.call('POST', `/api/jobs/${id}/run`, { body: request });
  if (status !== 202) throw new Error(JSON.stringify(body));
  for (;;) {
    const { body: job } = await lab.admin.call('GET', `/api/jobs/${id}`);
    if (job.state === 'done') return;
    if (job.state !== 'running') throw new Error(JSON.stringify(job));
    await wait(20);
  }
}

async function byApi(csv: string, { request }: any): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([csv]), 'random.csv');
  form.set('mode', request.mode);
  form.set('key', request.key);
  for (const part of ['mapping', 'steps', 'constants'])
    form.set(part, JSON.stringify(request[part]));
  const { status, body } = await lab.admin.call('POST', '/api/samples/import', { body: form });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

async function byCommand(csv: string, { id }: any): Promise<void> {
  const path = join(lab.folder, 'random.csv');
  await writeFile(path, csv);
  const { err, out } = await runCommand(['import', path, '--recipe', id], { env: lab.env });
  if (!/^.*: 1 record,|records,/m.test(out)) throw new Error(err || out);
}

test(
  'a recipe creates the same records on the screens, by the API and on the command line',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        file,
        async (steps, rows) => {
          const csv = toCsv(rows);
          const request = { mode: 'upsert', key: 'code', constants: {}, steps, mapping };
          const body = { name: `Recipe ${crypto.randomUUID()}`, request };
          const { body: saved } = await lab.admin.call('POST', '/api/samples/recipes', { body });
          const { body: all } = await lab.admin.call('GET', '/api/samples/recipes');
          const loaded = all.data.find((one: any) => one.id === saved.id);
          expect(loaded.request.steps).toEqual(steps);

          const results: string[] = [];
          for (const way of [onScreen, byApi, byCommand]) {
            await lab.emptySamples();
            await way(csv, loaded);
            results.push(await lab.records());
          }

          // A user can have only so many recipes.
          await lab.admin.call('DELETE', `/api/recipes/${saved.id}`);

          expect(results[1]).toBe(results[0]);
          expect(results[2]).toBe(results[0]);
        },
      ),
      {
        numRuns: Number(process.env['RECIPE_RUNS'] ?? 25),
        examples: [[dateOfAmount, oddAmounts]],
        endOnFailure: true,
      },
    );
  },
);
