import { jobsOf } from '../support/jobs.ts';
import { writeXlsx } from 'hucre/xlsx';
import type { OpenWorld } from '../worlds/open-world.ts';

/** Stops an import, goes on with it, takes it back and forgets it; and the recipe that is left of it. */
export async function callJobs(world: OpenWorld): Promise<void> {
  const resource = world.resources.find(({ name }) => name !== 'users')!;
  const jobs = jobsOf(world.api, resource.root);
  const { json: job } = await jobs.upload(`${resource.importKey.join()}\n${'x\n'.repeat(1_000)}`);
  const path = `/api/jobs/${job.id}`;
  await jobs.call('POST', `${path}/run`, {});
  await jobs.call('POST', `${path}/cancel`);
  await jobs.ended(job.id);
  // As if its server had died on the way.
  const died = `update backoffice.jobs set state = 'interrupted' where id = $1`;
  await world.api.database.query(died, [job.id]);
  await jobs.call('POST', `${path}/resume`);
  await jobs.ended(job.id);
  const again = await jobs.call('POST', `${path}/again`, {});
  if (again.status === 201) await jobs.ended(again.json.id);
  await jobs.call('POST', `${path}/undo`);
  await jobs.ended(job.id);
  await jobs.call('DELETE', path);
  await callSheets(world);

  const { json } = await jobs.call('GET', `${resource.root}/recipes`);
  const [recipe] = json.data;
  await jobs.call('PUT', `/api/recipes/${recipe.id}`, { name: 'As last time', shared: true });
  await jobs.call('GET', `/api/recipes/${recipe.id}/versions`);
  await jobs.call('DELETE', `/api/recipes/${recipe.id}`);
}

/** Imports two sheets of a workbook into the same collection, one after the other. */
async function callSheets(world: OpenWorld): Promise<void> {
  const resource = world.resources.find(({ name }) => name !== 'users')!;
  const jobs = jobsOf(world.api, resource.root);
  const sheets = ['A', 'B'].map((name) => ({ name, rows: [[String(resource.importKey)], [name]] }));
  const book = new Uint8Array(await writeXlsx({ sheets }));
  const { json: job } = await jobs.upload(book, 'book.xlsx');
  const path = `/api/jobs/${job.id}/sheets`;
  await jobs.call('GET', `${path}/suggestions`);
  await jobs.call('POST', path, { sheet: 'A', sheets: [{ sheet: 'B', resource: resource.name }] });
  const { json } = await jobs.call('GET', path);
  for (const { id } of json.data) await jobs.run(id, { dryRun: true });
  await jobs.call('POST', `${path}/run`);
  for (const { id } of json.data) await jobs.ended(id);
  for (const { id } of json.data) await jobs.call('DELETE', `/api/jobs/${id}`);
}
