import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { parseAssociation } from '../support/association.ts';

const descriptor = parseAssociation((resources) => {
  const { events, signups } = resources;
  signups.public.create.rate = '200/h';
  const { event, name } = signups.fields;
  const { create } = signups.public;
  resources.helpers = {
    ...signups,
    fields: { event, name },
    public: { create: { ...create, fields: ['event', 'name'] } },
  };
  events.fields.free.computed += ' - count(helpers.event)';
  signups.fields.email.read = ['staff'];
  const number = { type: 'number', integer: true };
  signups.fields.placesThen = { ...number, default: { $field: 'event.places' } };
  signups.fields.budgetThen = { ...number, default: { $field: 'event.budget' } };
  signups.fields.share = { ...number, default: { $expression: 'event.budget / 10' } };
  signups.fields.half = { ...number, default: { $expression: 'event.places / 2' } };
  signups.checks = [
    {
      check: "name != 'Nobody'",
      message: { en: 'give a name', de: 'nennen Sie einen Namen' },
      fields: ['name'],
    },
  ];
});
const api = await openTestApi({ descriptor: () => descriptor });
for (const [_id, values] of Object.entries({
  feast: { open: true, places: 2 },
  walk: { open: true, places: 100, budget: 5 },
  secret: { open: false, places: 100, budget: 7 },
}))
  await api.call('POST', '/api/events', { as: 'admin', body: { _id, name: _id, ...values } });
afterAll(() => api.close());

const ann = { event: 'walk', name: 'Ann', email: 'Ann@example.org' };
const send = (body: object, more: object = {}) =>
  api.call('POST', '/api/public/signups', { body, ...more });
const problemsOf = ({ json }: { json: any }) =>
  json.problems.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`);
const countSignups = async () =>
  (await api.call('GET', '/api/signups?_perPage=1', { as: 'admin' })).json.total;

test('a visitor creates a record with the fields of the form, and its defaults', async () => {
  const { status, json } = await send({ ...ann, eats: true, diet: 'nuts' });

  expect([status, json]).toEqual([201, { state: 'created' }]);
  const { json: list } = await api.call('GET', '/api/signups', { as: 'staff' });
  expect(list.data[0]).toMatchObject({
    ...ann,
    email: 'ann@example.org',
    eats: true,
    diet: 'nuts',
    status: 'new',
    note: null,
    // A default is copied from what is published.
    placesThen: 100,
    budgetThen: null,
    half: 50,
    share: null,
    createdBy: null,
  });
});

test('the history says that it came from the public form', async () => {
  await send({ ...ann, name: 'Historic' });
  const { json } = await api.call('GET', '/api/signups?name=Historic', { as: 'staff' });
  const { json: history } = await api.call('GET', `/api/signups/${json.data[0]._id}/history`, {
    as: 'staff',
  });

  expect(history.data[0]).toMatchObject({ version: 1, by: null, way: 'public' });
});

test.each<[string, object, string[]]>([
  ['a field that is not in the form', { note: 'x' }, ['V009 note']],
  ['a state', { status: 'accepted' }, ['V009 status']],
  ['an unknown field', { nmae: 'x' }, ['V009 nmae']],
  ['an `_id`', { _id: 'mine' }, ['V009 _id']],
  ['a stamp', { createdBy: 'me' }, ['V010 createdBy']],
  ['no name', { name: '' }, ['V001 name']],
  ['a wrong address', { email: 'ann' }, ['V011 email']],
  ['a broken check', { name: 'Nobody' }, ['V027 name']],
  ['a value of a hidden field', { eats: false, diet: 'nuts' }, ['V026 diet']],
  ['several mistakes', { name: '', note: 'x' }, ['V001 name', 'V009 note']],
])('it refuses by name %s', async (_, changes, expected) => {
  const before = await countSignups();
  const answer = await send({ ...ann, ...changes });

  expect([answer.status, problemsOf(answer).sort()]).toEqual([422, expected]);
  expect(await countSignups()).toBe(before);
});

test('a record that is not published is as unknown as none', async () => {
  const hidden = await send({ ...ann, event: 'secret' });
  const none = await send({ ...ann, event: 'none' });

  const plain = ({ json, status }: { json: any; status: number }) => [
    status,
    JSON.stringify({ ...json, requestId: '' }).replaceAll('secret', 'none'),
  ];
  expect(problemsOf(hidden)).toEqual(['V014 event']);
  expect(plain(hidden)).toEqual(plain(none));
});

test('nobody reads, changes or deletes by the form, signed in or not', async () => {
  for (const as of [undefined, 'admin']) {
    const who = { ...(as && { as }) };
    expect((await api.call('GET', '/api/public/signups', who)).status).toBe(405);
    expect((await api.call('PATCH', '/api/public/signups', { ...who, body: {} })).status).toBe(405);
    expect((await api.call('GET', '/api/public/signups/x', who)).status).toBe(404);
    expect((await api.call('POST', '/api/public/events', { ...who, body: {} })).status).toBe(405);
  }
});

describe('the last places', () => {
  test('go to as many as there are, however many ask at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, at) => send({ ...ann, event: 'feast', name: `Guest ${at}` })),
    );

    expect(all.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(2);
    const full = all.filter(({ status }) => status !== 201);
    expect(new Set(full.map(({ status, json }) => `${status} ${json.code}`))).toEqual(
      new Set(['409 S050']),
    );
    expect((await api.call('GET', '/api/public/events/feast')).json.free).toBe(0);
  });

  test('go to as many as there are, whichever of two forms takes them', async () => {
    const dances = Array.from({ length: 8 }, (_, at) => `dance${at}`);
    for (const _id of dances)
      await api.call('POST', '/api/events', {
        as: 'admin',
        body: { _id, name: _id, open: true, places: 1 },
      });
    for (const dance of dances) {
      const both = await Promise.all([
        send({ ...ann, event: dance }),
        api.call('POST', '/api/public/helpers', { body: { event: dance, name: 'Eve' } }),
      ]);
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
    }
  });

  test('are free again when staff cancels', async () => {
    const { json } = await api.call('GET', '/api/signups?event=feast&_perPage=1', { as: 'staff' });
    await api.call('PATCH', `/api/signups/${json.data[0]._id}`, {
      as: 'staff',
      headers: { 'If-Match': '*' },
      body: { status: 'cancelled' },
    });

    expect((await send({ ...ann, event: 'feast' })).status).toBe(201);
  });
});

test('the same entry sent twice with one key is one record', async () => {
  const before = await countSignups();
  const headers = { 'Idempotency-Key': 'slow-link-1' };
  const [first, second] = await Promise.all([send(ann, { headers }), send(ann, { headers })]);
  const other = await send({ ...ann, name: 'Bob' }, { headers });

  expect([first.status, second.status, other.json.code]).toEqual([201, 201, 'I013']);
  expect(await countSignups()).toBe(before + 1);
});

test('a large body is refused', async () => {
  const { status, json } = await send({ ...ann, diet: 'x'.repeat(70_000) });

  expect([status, json.code]).toEqual([413, 'Q012']);
});

test('the document describes the form, and nothing else of the collection', async () => {
  const { json } = await api.call('GET', '/api/openapi.json');
  const { post } = json.paths['/api/public/signups'];
  const { schema } = post.requestBody.content['application/json'];

  expect(Object.keys(schema.properties)).toEqual(['event', 'name', 'email', 'eats', 'diet']);
  expect(schema.required).toEqual(['event', 'name', 'email']);
  expect(JSON.stringify(json)).not.toContain('"note"');
});
