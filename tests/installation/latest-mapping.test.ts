import { afterAll, expect, test } from 'vitest';
import { installation } from '../../src/installation/manifest.ts';
import { openTestApi } from '../support/api.ts';
import { firstInstallation } from '../support/first-installation.ts';

const descriptor = firstInstallation();
const api = await openTestApi({ descriptor: () => descriptor, routes: installation.routes });
afterAll(() => api.close());

async function newMapping(mappingId: string, mappingVersion: number): Promise<void> {
  const body = { mappingId, mappingVersion, mappingType: 'chem', rawTerm: 'DBP' };
  const { status } = await api.call('POST', '/api/mappings', { as: 'staff', body });
  expect(status).toBe(201);
}

test('the newest mapping is the last one of the highest version', async () => {
  const none = await api.call('GET', '/api/mappings/latest', { as: 'viewer' });
  for (const [id, version] of [
    ['A', 2],
    ['B', 2],
    ['C', 1],
  ] as const)
    await newMapping(id, version);

  const newest = await api.call('GET', '/api/mappings/latest', { as: 'viewer' });

  expect([none.status, none.json.code]).toEqual([404, 'S001']);
  expect(newest.json).toMatchObject({ mappingId: 'B', mappingVersion: 2 });
  expect(newest.headers.get('ETag')).toBe('"1"');
});
