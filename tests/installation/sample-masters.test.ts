import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { applyEdits, readEdits } from '../../src/api/sample/apply-edits.ts';
import { loadSample } from '../../src/api/sample/load-sample.ts';
import { firstInstallation } from '../support/first-installation.ts';
import { openTestApi } from '../support/api.ts';
import { studyParts } from '../support/study.ts';

const folder = join(import.meta.dirname, '../../src/installation/sample');

const descriptor = firstInstallation();
const api = await openTestApi({ descriptor: () => descriptor, ...studyParts });
const { store, database, services } = api;
await loadSample({ descriptor, store, fileServices: services }, folder);
const read = await readEdits(descriptor, folder);
if ('problems' in read) throw new Error(JSON.stringify(read.problems));
const problems = await applyEdits({ descriptor, store, database }, read.edits);
afterAll(() => api.close());

test('each collection of the menu has records in the sample', async () => {
  for (const { name, root } of api.descriptor.resources.values()) {
    const { json } = await api.call('GET', `${root}?_perPage=1`, { as: 'admin' });
    expect({ name, isEmpty: json.total === 0 }).toEqual({ name, isEmpty: false });
  }
});

test('the masters of the sample are those generated from its extractions and mappings', async () => {
  const { json } = await api.call('POST', '/api/process/generate', { as: 'admin', body: {} });

  expect(json).toMatchObject({ created: 0, updated: 0, superseded: 0, failed: 0 });
  expect(json.unchanged).toBeGreaterThan(0);
});

test('a source of the sample has a document, and a chem without a structure has an image', async () => {
  const source = await findOne('/api/sources?sourceId=SRC-0220');
  const chem = await findOne('/api/chems?casId=9003-07-0');

  expect(source['document']).toMatchObject({ type: 'application/pdf' });
  expect(chem['image']).toMatchObject({ type: 'image/png' });
  const { id } = source['document'] as { id: string };
  const { status } = await api.call('GET', `/api/sources/${String(source['_id'])}/files/${id}`, {
    as: 'admin',
  });
  expect(status).toBe(200);
});

test('a user of the sample has made edits, one of which is undone', async () => {
  const { json } = await api.call('GET', '/api/changes', { as: 'admin' });
  const sandra = await findOne('/api/users?email=staff@example.org');

  expect(problems).toEqual([]);
  const theirs = json.data.filter(({ by }: { by: string }) => by === sandra['_id']);
  const ways = theirs.map(({ way }: { way: string }) => way);
  expect(ways).toEqual(['form', 'undo', 'form', 'form', 'form', 'form']);
  const chem = await findOne('/api/chems?casId=8013-07-8');
  expect(chem['status']).toBe('draft');
});

async function findOne(path: string): Promise<Record<string, unknown>> {
  const { json } = await api.call('GET', path, { as: 'admin' });
  expect(json.data).toHaveLength(1);
  return json.data[0];
}

test('an extraction of the sample asks about its value', async () => {
  const { json } = await api.call('GET', '/api/threads?status=open', { as: 'admin' });
  expect(json.data).toMatchObject([{ resource: 'extractions', field: 'value' }]);
});
