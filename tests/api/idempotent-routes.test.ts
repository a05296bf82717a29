import { afterAll, expect, test } from 'vitest';
import { describeApi } from '../../src/api/describe-api.ts';
import { codeFor } from '../../src/hosts/read/installation-code.ts';
import { openTestApi } from '../support/api.ts';
import { firstInstallation } from '../support/first-installation.ts';
import { plantsDescriptor, useOfPlants } from '../support/plants.ts';
import { listOperations } from '../support/list-operations.ts';
import { resolvePart } from '../support/resolve-part.ts';

const api = await openTestApi({ descriptor: () => plantsDescriptor });
afterAll(() => api.close());

const { plant, merge } = useOfPlants(() => api);

type Request = { path: string; body?: object };

const requests: Record<string, () => Promise<Request>> = {
  async merge() {
    const [keep, gone] = [await plant('Acer'), await plant('Acer a.')];
    const versions = { [keep._id]: 1, [gone._id]: 1 };
    return { path: '/api/plants/merge', body: { keep: keep._id, merge: [gone._id], versions } };
  },
  async 'undo of a merge'() {
    const merged = await merge(await plant('Salix'), [await plant('Salix s.')]);
    return { path: `/api/plants/merges/${merged.json.merge}/undo` };
  },
  view: async () => ({ path: '/api/views', body: { resource: 'plants', name: 'Mine' } }),
  recipe: async () => ({
    path: '/api/plants/recipes',
    body: { name: 'Mine', request: { mode: 'upsert' } },
  }),
  invitation: async () => ({
    path: '/api/admin/invite',
    body: { email: 'ada@example.org', role: 'admin' },
  }),
};

test.each(Object.keys(requests))(
  'a repeated %s with the same Idempotency-Key runs once and gets the same response',
  async (name) => {
    const { path, body } = await requests[name]!();
    const send = () =>
      api.call('POST', path, { as: 'admin', body, headers: { 'Idempotency-Key': name } });

    const first = await send();
    const second = await send();

    expect(first.status).toBeLessThan(300);
    expect([second.status, second.json]).toEqual([first.status, first.json]);
    for (const header of ['ETag', 'Location'])
      expect(second.headers.get(header)).toBe(first.headers.get(header));
  },
);

test('a refused request can be sent again with its key', async () => {
  const send = (name: unknown) =>
    api.call('POST', '/api/views', {
      as: 'admin',
      body: { resource: 'plants', name },
      headers: { 'Idempotency-Key': 'again' },
    });

  expect((await send(1)).status).toBe(422);
  expect((await send('Second')).status).toBe(201);
});

test('every POST accepts an Idempotency-Key, except those that docs/api.md names', () => {
  const descriptor = firstInstallation();
  const { routes, actions } = codeFor(descriptor);
  const parts = { descriptor, role: 'admin', routes, actions, version: '1' };
  const document = describeApi({ ...parts, publicUrl: undefined });

  const without = listOperations(document)
    .filter(
      ({ method, operation: { parameters } }) =>
        method === 'post' &&
        !parameters.some((each: object) => resolvePart(document, each).name === HEADER),
    )
    .map(({ path }) => path.split('/').findLast(Boolean));

  expect(new Set(without)).toEqual(
    new Set(
      `anonymise backchannel-logout cancel check clean confirm erase export factor factors files finish forgotpassword identities infer keys link links lock login logout look lookup mcp passkey plan preview proof proveemail provider recovery-codes refresh replay resetlink resetpassword
       retry secret start stop suggestions terms test unlock unsubscribe users values view-as webhooks`.split(
        /\s+/,
      ),
    ),
  );
});

const HEADER = 'Idempotency-Key';
