import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { parseAssociation } from '../support/association.ts';

const descriptor = parseAssociation(({ events, signups }) => {
  events.fields.next = { type: 'reference', to: 'events', label: { en: 'Next', de: 'Folgt' } };
  events.public.fields.push('next');
  signups.fields.email.unique = true;
  delete signups.public;
});
const api = await openTestApi({ descriptor: () => descriptor });
const add = (path: string, body: object) => api.call('POST', path, { as: 'admin', body });
await add('/api/events', { _id: 'e1', name: 'One', open: true, places: 3, budget: 5 });
await add('/api/events', { _id: 'e2', name: 'Two', open: true, places: 1, next: 'e1' });
await add('/api/events', { _id: 'e3', name: 'Three', open: false, places: 9 });
for (const name of ['Ann', 'Bob'])
  await add('/api/signups', { event: 'e1', name, email: `${name}@example.org` });
afterAll(() => api.close());

const idsOf = async (query: string) => {
  const { status, json } = await api.call('GET', `/api/public/events?${query}`);
  return status === 200 ? json.data.map(({ _id }: { _id: string }) => _id) : json.code;
};

test('everybody reads the number, and none of the records that it counts', async () => {
  const { json, text } = await api.call('GET', '/api/public/events?_sort=name');

  expect(json.data.map(({ free }: { free: number }) => free)).toEqual([1, 1]);
  expect(Object.keys(json.data[0]).sort()).toEqual(
    ['_id', '_version', 'day', 'free', 'name', 'next', 'open', 'places'].sort(),
  );
  expect(text).not.toMatch(/Ann|Bob|budget/);
  expect((await api.call('GET', '/api/public/signups')).status).toBe(404);
});

test.each([
  ['free_gte=1&_sort=_id', ['e1', 'e2']],
  ['free_gt=1', []],
  ['_sort=-free,name', ['e1', 'e2']],
  ['next.free=1', ['e2']],
  ['where={"free_between":[0,1]}&_sort=_id', ['e1', 'e2']],
])('lists filter and sort by it: %s', async (query, ids) => {
  expect(await idsOf(query)).toEqual(ids);
});

test.each([
  'signups.event_nnull=true',
  'where={"some(signups.event)":{"name":"Ann"}}',
  'where={"count(signups.event)_gt":1}',
  'where={"count(signups.event where name = \'Ann\')_gt":0}',
  'budget=5',
  '_sort=budget',
  '_fields=signups',
  'free.name=Ann',
])('no filter or order reaches what it counts: %s', async (query) => {
  expect(await idsOf(query)).toMatch(/^Q0/);
});
