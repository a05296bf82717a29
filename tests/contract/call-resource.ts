import type { Resource } from '../../src/descriptor/descriptor.ts';
import { aggregateFunctions } from '../../src/descriptor/filter/aggregates.ts';
import { asksOthers } from '../../src/descriptor/rules/rules.ts';
import { maxFacets } from '../../src/descriptor/filter/query-lists.ts';
import { sendImport } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';
import { bodyOf, changeOf, exampleRecord, passes } from '../worlds/example-record.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import type { WorldRecord } from '../worlds/world.ts';

const anyVersion = { 'If-Match': '*' };
let made = 700;

/** Calls every operation that a resource has. */
export async function callResource(world: OpenWorld, resource: Resource): Promise<void> {
  const { root } = resource;
  const [key = '_id'] = resource.importKey;
  const as = world.admin;
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    world.api.call(method, `${root}${path}`, { as, body, headers });
  const create = async (): Promise<WorldRecord> => {
    const body = await exampleRecord(world, resource, ++made);
    const named = { ...body, [key]: `new-${made}` };
    return (await call('POST', '', passes(world, resource, named) ? named : body)).json;
  };

  const record = await create();
  const path = `/${record._id}`;
  await call('GET', '?_perPage=50');
  await call('GET', '?_total=none');
  await call('GET', path);
  await call('GET', path, undefined, { 'If-None-Match': '"1"' });
  await call('GET', '/nobody');
  await call('GET', `${path}/neighbours`);
  await call('GET', `${path}/access`);
  const fields = [...resource.fields.keys(), 'createdAt', 'createdBy', 'nope'];
  for (let at = 0; at < fields.length; at += maxFacets)
    for (const field of fields.slice(at, at + maxFacets))
      await call('GET', `/facets?fields=${field}`);
  for (const field of fields) await call('GET', `/groups?_by=${field}&_aggregate=${field}:empty`);
  const functions = aggregateFunctions.map((name) => `createdAt:${name}`);
  await call('GET', '/search?q=some');
  await call('GET', `/aggregates?_aggregate=${functions.join()}`);
  for (const name of aggregateFunctions)
    await call('GET', `/aggregates?_aggregate=_version:${name}`);
  await call('POST', '/lookup', {
    values: [String(record[key])],
    fields: [key, resource.importKey.join()],
  });
  if (asksOthers(resource)) await call('POST', '/states', { values: {} });
  await call('PATCH', path, changeOf(world, resource, record, ++made), anyVersion);
  await call('PATCH', path, {}, { 'If-Match': '"99"' });
  await call('PUT', '', { ...bodyOf(resource, record), _id: record._id }, anyVersion);
  await call('GET', `${path}/history`);
  await call('GET', `${path}/history/1`);
  await call('POST', `${path}/restore`, { version: 1 }, anyVersion);
  await callMany(world, resource, [await create(), await create()]);
  for (const format of ['json', 'ndjson', 'csv', 'tsv', 'xlsx']) {
    await call('GET', `/export?format=${format}&_sort=_id`);
    await call('POST', `/export?format=${format}`, { ids: [record._id] });
  }
  await sendImport(world.api, root, [{ [key]: record[key], nope: 1 }], { as });
  await callJobs(world, resource);
  await call('GET', '/recipes');
  await call('POST', '/recipes', { name: 'From a program', request: { mode: 'upsert' } });
  await callPublic(world, resource, record);
  if (resource.duplicates.length > 0)
    await callDuplicates(world, resource, [record, await create()]);
  const last = await create();
  await call('DELETE', `/${last._id}`, undefined, anyVersion);
  await callTrash(world, resource, last._id);
}

/** The record is in the trash. */
async function callTrash(world: OpenWorld, { root }: Resource, id: string): Promise<void> {
  const call = (method: string, path: string, body?: unknown) =>
    world.api.call(method, `${root}/trash${path}`, { as: world.admin, body });
  const ids = [id, 'nobody'];
  await call('GET', '');
  await call('GET', '?_after=nope');
  await call('POST', '/restore', { ids, dryRun: true });
  await call('POST', '/restore', { ids });
  await world.api.call('DELETE', `${root}/${id}`, { as: world.admin, headers: anyVersion });
  await call('DELETE', '', { ids });
  await call('DELETE', '', { all: true });
  await world.api.call('POST', `${root}/${id}/erase`, { as: world.admin, body: {} });
  await world.api.call('POST', `${root}/nobody/erase`, { as: world.admin, body: {} });
}

async function callMany(
  world: OpenWorld,
  resource: Resource,
  [first, second]: [WorldRecord, WorldRecord],
): Promise<void> {
  const call = (body: unknown, headers = {}) =>
    world.api.call('POST', `${resource.root}/bulk`, { as: world.admin, body, headers });
  const ids = [first._id, second._id];
  const data = changeOf(world, resource, first, ++made);
  await call({ action: 'update', ids: [...ids, 'nobody'], data });
  await call({ action: 'update', ids, data }, { Accept: 'application/x-ndjson' });
  const records = ids.map((_id) => ({ _id, _version: 2, data }));
  await call({ action: 'update', records: [...records, { _id: 'nobody', _version: 1, data }] });
  const gone = { action: 'delete', _id: second._id, _version: '*' };
  await call({ action: 'delete', records: [gone] });
  await call({ action: 'delete', ids }, { Accept: 'application/x-ndjson' });
}

async function callJobs(
  world: OpenWorld,
  { root, importKey: [key = '_id'] }: Resource,
): Promise<void> {
  const jobs = jobsOf(world.api, root);
  const { json: job } = await jobs.upload(`${key},nope\nX-1,2\n,3\n`, 'some.csv', world.admin);
  const post = (what: string, body?: unknown) =>
    jobs.call('POST', `/api/jobs/${job.id}/${what}`, body);
  await post('look', {});
  await post('values', { column: key });
  await jobs.run(job.id, { dryRun: true });
  await jobs.run(job.id, { mapping: { nope: null } });
  for (const outcome of ['failed', 'created', 'warning'])
    await jobs.call('GET', `/api/jobs/${job.id}/rows?outcome=${outcome}`);
  await jobs.call('GET', `/api/jobs/${job.id}/problems`);
  await jobs.call('GET', `/api/jobs/${job.id}/failed`);
  await jobs.call('GET', '/api/jobs?_perPage=50');
}

async function callPublic(world: OpenWorld, { name }: Resource, record: WorldRecord) {
  const root = `/api/public/${name}`;
  const { headers } = await world.api.call('GET', root);
  await world.api.call('GET', root, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
  const one = await world.api.call('GET', `${root}/${record._id}`);
  const known = { 'If-None-Match': one.headers.get('ETag') ?? '' };
  await world.api.call('GET', `${root}/${record._id}`, { headers: known });
}

async function callDuplicates(
  world: OpenWorld,
  resource: Resource,
  [kept, gone]: [WorldRecord, WorldRecord],
): Promise<void> {
  const as = world.admin;
  const { root, duplicates } = resource;
  for (const { field, by } of duplicates)
    await world.api.call('GET', `${root}/duplicates?field=${field}&by=${by}`, { as });
  const records = [kept._id, gone._id];
  const decided = await world.api.call('POST', `${root}/distinct`, { as, body: { records } });
  await world.api.call('GET', `${root}/distinct`, { as });
  await world.api.call('POST', `${root}/distinct/${decided.json.id}/undo`, { as });
  const now = (await world.api.call('GET', `${root}/${kept._id}`, { as })).json;
  const body = {
    keep: kept._id,
    merge: [gone._id],
    versions: { [kept._id]: now._version, [gone._id]: gone._version },
  };
  await world.api.call('POST', `${root}/merge`, { as, body: { ...body, dryRun: true } });
  const { json } = await world.api.call('POST', `${root}/merge`, { as, body });
  await world.api.call('GET', `${root}/${gone._id}`, { as });
  await world.api.call('GET', `${root}/merges`, { as });
  await world.api.call('POST', `${root}/merges/${json.id ?? json.merge ?? json._id}/undo`, { as });
}
