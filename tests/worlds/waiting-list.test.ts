import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type OpenWorld } from './open-world.ts';
import { readWorld } from './world.ts';
import { association } from './worlds.ts';

// A waiting list by declarations alone: who is first in the line gets the next free place, and an email.

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(await readWorld(association));
});
afterAll(() => world?.api.close());

const event = async (body: object): Promise<{ _id: string }> => {
  const times = { begins: '2027-09-01T18:00:00Z', ends: '2027-09-01T20:00:00Z' };
  const call = { as: 'board', body: { ...times, ...body } };
  return (await world.api.call('POST', '/api/events', call)).json;
};
/** Anybody signs up, without an account; the entries come one after the other. */
const signUp = async (of: { _id: string }, name: string): Promise<string> => {
  const body = { event: of._id, name, email: `${name}@example.org` };
  const { status, text } = await world.api.call('POST', '/api/public/signUps', { body });
  if (status !== 201) throw new Error(text);
  const { rows } = await world.api.database.query<{ id: string }>(
    `select _id as id from "signUps" where event = $1 and name = $2`,
    [of._id, name],
  );
  return rows[0]!.id;
};
const step = async (id: string, to: string, as = 'board') => {
  const call = { as, body: { status: to }, headers: { 'If-Match': '*' } };
  const { status, json } = await world.api.call('PATCH', `/api/signUps/${id}`, call);
  return status === 200 ? json.status : json.problems[0].code;
};
const isNext = async (id: string) =>
  (await world.api.call('GET', `/api/signUps/${id}`, { as: 'board' })).json.isNext;
const mailsTo = async (name: string) =>
  (
    await world.api.database.query(
      `select 1 from backoffice.outbox where dedupe_key like 'stepTaken/%' and to_address = $1`,
      [`${name}@example.org`],
    )
  ).rows.length;

test('moves up the first of the line while a place is free, and sends an email', async () => {
  const concert = await event({ name: 'Concert', places: 1 });
  const [ann, bob, cid] = [
    await signUp(concert, 'ann'),
    await signUp(concert, 'bob'),
    await signUp(concert, 'cid'),
  ];

  expect(await Promise.all([ann, bob, cid].map(isNext))).toEqual([true, false, false]);
  // A place is free, but others have waited longer.
  expect(await step(bob, 'confirmed')).toBe('V054');
  expect(await step(ann, 'confirmed')).toBe('confirmed');
  expect([await mailsTo('ann'), await mailsTo('bob')]).toEqual([1, 0]);
  // The event is full, whoever is first.
  expect(await isNext(bob)).toBe(false);
  expect(await step(bob, 'confirmed')).toBe('V054');

  expect(await step(ann, 'cancelled')).toBe('cancelled');
  expect(await Promise.all([bob, cid].map(isNext))).toEqual([true, false]);
  expect(await Promise.all([bob, cid].map((id) => step(id, 'confirmed')))).toEqual([
    'confirmed',
    'V054',
  ]);
});

test('gives one place to one of two who take it at the same time', async () => {
  const dance = await event({ name: 'Dance', places: 2 });
  const [first, second, third] = [
    await signUp(dance, 'dan'),
    await signUp(dance, 'eve'),
    await signUp(dance, 'fay'),
  ];
  expect(await step(first, 'confirmed')).toBe('confirmed');

  const outcomes = await Promise.all([second, third].map((id) => step(id, 'confirmed')));

  expect(outcomes).toEqual(['confirmed', 'V054']);
});

test('keeps as many places as are taken', async () => {
  const walk = await event({ name: 'Walk', places: 2 });
  for (const name of ['gus', 'hal']) await step(await signUp(walk, name), 'confirmed');

  const call = { as: 'board', body: { places: 1 }, headers: { 'If-Match': '*' } };
  const { status, json } = await world.api.call('PATCH', `/api/events/${walk._id}`, call);

  expect([status, json.problems]).toEqual([422, [expect.objectContaining({ path: 'places' })]]);
});

test('publishes how many places are free, and how many people wait, but not who', async () => {
  const trip = await event({ name: 'Trip', places: 5 });
  await signUp(trip, 'ida');

  const { json, text } = await world.api.call('GET', `/api/public/events/${trip._id}`);

  expect(json).toMatchObject({ name: 'Trip', free: 5, waiting: 1 });
  expect(text).not.toContain('ida');
  expect((await world.api.call('GET', '/api/public/signUps')).status).toBe(405);
});

test('has a view of the events with few places left, which calculates for each event', async () => {
  const gala = await event({ name: 'Gala', places: 10 });
  const mass = await event({ name: 'Mass', places: 2 });
  const small = await event({ name: 'Small', places: 1 });
  await step(await signUp(small, 'jan'), 'confirmed');
  const view = world.api.descriptor.resources
    .get('events')!
    .views.find(({ name }) => name === 'nearlyFull')!;
  const where = encodeURIComponent(JSON.stringify(view.filter));

  const { json } = await world.api.call('GET', `/api/events?where=${where}`, { as: 'board' });

  const ids = json.data.map(({ _id }: { _id: string }) => _id);
  expect(ids).toContain(small._id);
  expect(ids).not.toContain(gala._id);
  expect(ids).not.toContain(mass._id);
});
