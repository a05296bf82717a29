import { afterAll, beforeAll, expect, test } from 'vitest';
import { events } from '../../src/contract/events.ts';
import { readEvents, type EventReader } from '../support/event-reader.ts';
import { changeOf, exampleRecord } from '../worlds/example-record.ts';
import { openWorld, type OpenWorld } from '../worlds/open-world.ts';
import { readWorld } from '../worlds/world.ts';
import { firstInstallation } from '../worlds/worlds.ts';

let world: OpenWorld;
let reader: EventReader;
beforeAll(async () => {
  world = await openWorld(await readWorld(firstInstallation));
  const headers = { Authorization: `Bearer ${await world.api.tokenOf('admin')}` };
  reader = readEvents(
    await world.api.api.fetch(new Request('http://localhost/api/sse/', { headers })),
  );
}, 60_000);
afterAll(async () => {
  await reader?.stop();
  await world?.api.close();
});

test('events contain what the contract declares', async () => {
  const { api } = world;
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    api.call(method, `/api/${path}`, { as: 'admin', body, headers });
  const resource = world.declared.resources.get('chems')!;
  const [record] = await world.records(resource);
  const opened = { resource: 'chems', _id: record!._id, state: 'open' };

  await call('PUT', 'presence', { ...opened, tab: 'a' });
  await api.call('PUT', '/api/presence', { as: 'dev', body: { ...opened, tab: 'b' } });
  const { json: made } = await call('POST', 'chems', await exampleRecord(world, resource, 900));
  const change = changeOf(world, resource, made, 901);
  await call('PATCH', `chems/${made._id}`, change, { 'If-Match': '*' });
  await call('DELETE', `chems/${made._id}`, undefined, { 'If-Match': '*' });
  await call('GET', 'chems/export?format=csv');

  const expected = ['ready', 'presence', 'export.progress', 'record.deleted'];
  await expect
    .poll(() => reader.events.map(({ event }) => event), { timeout: 5_000 })
    .toEqual(expect.arrayContaining(expected));
  for (const { event, data } of reader.events)
    expect(events[event as keyof typeof events].strict().safeParse(data).error).toBeUndefined();
});
