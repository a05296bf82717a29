import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { installation } from '../../src/installation/manifest.ts';
import { openTestApi } from '../support/api.ts';
import { firstInstallation } from '../support/first-installation.ts';

const source = JSON.parse(JSON.stringify(firstInstallation().source));
const { masters, extractions } = source.resources;
for (const role of ['half', 'blind', 'whole']) {
  source.roles[role] = {};
  masters.permissions[role] = ['list', 'read', 'create', 'update'];
  for (const name of ['extractions', 'mappings', 'chems', 'projects'])
    source.resources[name].permissions[role] = ['list', 'read'];
}
const own = { status: 'approved' };
extractions.permissions.half = { list: own, read: own };
extractions.fields.rawCas.read = ['staff', 'viewer', 'half', 'whole'];
source.resources.users.fields.role.choices.push('half', 'blind', 'whole');
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor, routes: installation.routes });
afterAll(() => api.close());

test.each([
  ['half', 403, { code: 'A012', problems: [{ path: 'extractions' }] }],
  ['blind', 403, { code: 'A007', problems: [{ path: 'extractions.rawCas' }] }],
  ['whole', 200, { total: 0 }],
])('%s of what goes into masters is seen: a generation answers %i', async (as, status, json) => {
  const answer = await api.call('POST', '/api/process/generate', { as, body: {} });

  expect(answer).toMatchObject({ status, json });
});
