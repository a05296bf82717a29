import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSample } from '../../src/api/sample/load-sample.ts';
import { firstInstallation } from '../support/first-installation.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { studyParts } from '../support/study.ts';

const folder = join(import.meta.dirname, '../../src/installation/sample');

let api: TestApi;
beforeAll(async () => {
  const descriptor = firstInstallation();
  api = await openTestApi({ descriptor: () => descriptor, ...studyParts });
  const { store } = api;
  await loadSample({ descriptor, store }, folder);
});
afterAll(() => api.close());

test('each collection of the menu has records in the sample', async () => {
  for (const { name, root } of api.descriptor.resources.values()) {
    const { json } = await api.call('GET', `${root}?_perPage=1`, { as: 'admin' });
    expect({ name, isEmpty: json.total === 0 }).toEqual({ name, isEmpty: false });
  }
});

test('the masters of the sample are those that its extractions and mappings give', async () => {
  const { json } = await api.call('POST', '/api/process/generate', { as: 'admin', body: {} });

  expect(json).toMatchObject({ created: 0, updated: 0, superseded: 0, failed: 0 });
  expect(json.unchanged).toBeGreaterThan(0);
});
