import { afterAll, expect, test } from 'vitest';
import { annex, inventory, plastics, type RawFile } from '../e2e/raw-files.ts';
import { jobsOf } from '../support/jobs.ts';
import {
  annexRecipe,
  inventoryRecipe,
  plasticsRecipe,
  type RawRecipe,
} from '../support/raw-recipes.ts';
import { openStudy } from '../support/study.ts';

const study = await openStudy();
afterAll(() => study.api.close());

/** Imports a file by its recipe; columns that the recipe does not name are left out. */
async function takeIn(file: RawFile, recipe: RawRecipe) {
  const jobs = jobsOf(study.api, `/api/${recipe.resource}`);
  const { resource: _, mapping, ...rest } = recipe;
  const { json: job } = await jobs.upload(new Uint8Array(file.bytes), file.name);
  const { layout, steps } = rest;
  const { json: look } = await jobs.call('POST', `/api/jobs/${job.id}/look`, { layout, steps });
  const others = look.columns.map(({ name }: any) => [name, null]);
  const request = { ...rest, mapping: { ...Object.fromEntries(others), ...mapping } };
  const { summary } = await jobs.run(job.id, { ...request, mode: 'upsert' });
  const failed = await jobs.rows(job.id, 'failed');
  return { summary, failed };
}

const find = async (path: string) => {
  const { json } = await study.api.call('GET', path, { as: 'admin' });
  return json.data[0];
};

test('the annex is imported unchanged, with a key for rows without a CAS number', async () => {
  const file = annex();

  const { summary, failed } = await takeIn(file, annexRecipe);

  expect(failed).toEqual([]);
  expect(summary.total).toBe(file.rows);
  expect(await find('/api/chems?casId=102-39-6')).toMatchObject({ ecNumber: '203-027-8' });
  expect(await find('/api/chems?casId=FCM-1043')).toMatchObject({ fcmNo: '1043', ecNumber: null });
});

test('the inventory is imported unchanged, with a key for each of its own numbers', async () => {
  const file = inventory();

  const { summary, failed } = await takeIn(file, inventoryRecipe);

  expect(summary.total).toBe(file.rows);
  // One row of the real file has no number at all.
  expect(failed.length).toBeLessThanOrEqual(1);
  expect(failed.flatMap(({ problems }) => problems)).toEqual(
    failed.map(() => expect.objectContaining({ code: 'V001', path: 'casId' })),
  );
  expect(await find('/api/chems?casId=75-07-0')).toMatchObject({ commonName: 'Acetaldehyde' });
});

test('the list of plastics is imported unchanged, with its numbers read', async () => {
  const file = plastics();

  const { summary, failed } = await takeIn(file, plasticsRecipe);

  expect(summary).toMatchObject({ total: file.rows, warnings: 0 });
  expect(failed).toEqual([]);
  expect(await find('/api/extractions?extractionId=plastic-1')).toMatchObject({
    valueRaw: '3.16±2.02',
    value: 3.16,
    valueSd: 2.02,
    qualifier: null,
  });
});
