import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { purges, runDueTasks } from '../../src/store/system/scheduled/run-due-tasks.ts';
import { openTestApi } from '../support/api.ts';
import { parseAssociation } from '../support/association.ts';
import { mailsTo, nextAddress } from '../support/people.ts';

const descriptor = parseAssociation((resources) => {
  const { signups } = resources;
  Object.assign(signups.public.create, { rate: '5000/h', confirm: 'email' });
  signups.fields.placesThen = {
    type: 'number',
    integer: true,
    default: { $field: 'event.places' },
  };
  signups.fields.room = { type: 'text', label: { en: 'Room', de: 'Raum' } };
  signups.fields.from = { type: 'date', label: { en: 'From', de: 'Von' } };
  signups.fields.to = { type: 'date', label: { en: 'To', de: 'Bis' } };
  signups.noOverlap = [{ fields: ['room'], from: 'from', to: 'to' }];
  signups.fields.essay = { type: 'markdown', label: { en: 'Essay', de: 'Aufsatz' } };
  signups.fields.wishes = {
    type: 'choices',
    choices: ['seat', 'lunch'],
    label: { en: 'Wishes', de: 'Wünsche' },
  };
  signups.public.create.fields.push('room', 'from', 'to', 'essay', 'wishes');
  resources.helpers = structuredClone(signups);
  delete resources.helpers.noOverlap;
  resources.helpers.was = 'aides';
});
const api = await openTestApi({ descriptor: () => descriptor });
for (const [_id, places] of Object.entries({ walk: 1000, feast: 1 }))
  await api.call('POST', '/api/events', {
    as: 'admin',
    body: { _id, name: _id, open: true, places },
  });
afterAll(() => api.close());

let email: string;
let count = 0;
beforeEach(() => {
  email = `ann${(count += 1)}@example.org`;
});

const send = (body: object = {}, more: object = {}, path = 'signups') =>
  api.call('POST', `/api/public/${path}`, {
    address: nextAddress(),
    ...more,
    body: { event: 'walk', name: 'Ann', email, ...body },
  });
const confirm = (token: string, path = 'signups', address = nextAddress()) =>
  api.call('POST', `/api/public/${path}/confirm`, { body: { token }, address });
const mails = async (to = email) =>
  (await mailsTo(api, to)).filter(({ kind }) => kind === 'confirmEntry');
const lastToken = async () => (await mails()).at(-1)!.token!;
const signups = async (more = '') =>
  (await api.call('GET', `/api/signups?email=${email}${more}`, { as: 'admin' })).json.data;
const codeOf = ({ status, json }: { status: number; json: any }) => `${status} ${json.code}`;

test('an entry is a record once its owner opens the link and confirms it, in the state of its default', async () => {
  const sent = await send();
  expect([sent.status, sent.json]).toEqual([202, { state: 'mailed' }]);
  expect(await signups()).toEqual([]);

  const confirmed = await confirm(await lastToken());
  expect([confirmed.status, confirmed.json]).toEqual([201, { state: 'created' }]);
  const [record, ...others] = await signups();
  expect(record).toMatchObject({ event: 'walk', name: 'Ann', status: 'new', placesThen: 1000 });
  expect(others).toEqual([]);
});

test('an entry waits with its choices as values, which a renamed choice then follows', async () => {
  expect((await send({ wishes: 'seat|lunch' })).json).toEqual({ state: 'mailed' });

  const wishes = await api.database.value(
    `select detail -> 'body' -> 'wishes' from backoffice.tokens
      where kind = 'publicEntry' and detail -> 'body' ->> 'email' = $1`,
    [email],
  );
  expect(wishes).toEqual(['seat', 'lunch']);
});

test('the link works once, also when it is used twice at the same moment', async () => {
  await send();
  const token = await lastToken();
  const both = await Promise.all([confirm(token), confirm(token)]);
  const again = await confirm(token);

  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 400]));
  expect(codeOf(again)).toBe('400 A014');
  expect(await signups()).toHaveLength(1);
});

test.each([
  ['of another form', () => lastToken().then((token) => confirm(token, 'helpers'))],
  ['that nobody has sent', () => confirm('guessed')],
  [
    'that has expired',
    async () => {
      await api.database.query('update backoffice.tokens set expires_at = now()');
      return confirm(await lastToken());
    },
  ],
])('a link %s stores nothing', async (_, use) => {
  await send();

  expect(codeOf(await use())).toBe('400 A014');
  expect(await signups()).toEqual([]);
});

test('invalid links from one network have a limit', async () => {
  const address = nextAddress();
  const codes = [];
  for (let at = 0; at < 11; at += 1)
    codes.push(codeOf(await confirm('guessed', 'signups', address)));

  expect(new Set(codes)).toEqual(new Set(['400 A014', '429 A010']));
});

test('a link that is refused again and again has a limit, which holds for that link only', async () => {
  await api.call('POST', '/api/events', {
    as: 'admin',
    body: { _id: 'ball', name: 'Ball', open: true, places: 1 },
  });
  await send({ event: 'ball' });
  const full = await lastToken();
  await send({ event: 'ball' });
  await confirm(await lastToken());
  await send();
  const codes = [];
  for (let at = 0; at < 11; at += 1) codes.push(codeOf(await confirm(full)));

  expect(codes.slice(9)).toEqual(['409 S050', '429 A010']);
  expect((await confirm(await lastToken())).status).toBe(201);
});

test('the name that a collection had before leads to its form', async () => {
  await send({}, {}, 'helpers');

  expect((await api.call('GET', '/api/public/aides/form')).json.label.en).toBe('Sign-ups');
  expect((await confirm(await lastToken(), 'aides')).status).toBe(201);
});

test('an entry that waits has a size', async () => {
  const { status, json } = await send({ essay: 'x'.repeat(17_000) });

  expect([status, json.code]).toEqual([413, 'Q012']);
  expect(await mails()).toEqual([]);
});

test('what is wrong with an entry is told before a mail is sent', async () => {
  await send({ name: 'Host', room: 'hall', from: '2026-05-01', to: '2026-05-03' });
  await confirm(await lastToken());
  const before = (await mails()).length;
  const mistaken = await send({ name: '' });
  const unknown = await send({ event: 'none' });
  const taken = await send({ room: 'hall', from: '2026-05-02', to: '2026-05-02' });

  expect([mistaken, unknown, taken].map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(await mails()).toHaveLength(before);
});

test('the last place goes to the first who confirms, and is free until then', async () => {
  const tokens = [];
  for (let at = 0; at < 2; at += 1) {
    expect((await send({ event: 'feast' })).status).toBe(202);
    tokens.push(await lastToken());
  }
  expect((await api.call('GET', '/api/public/events/feast')).json.free).toBe(1);

  expect((await confirm(tokens[1]!)).status).toBe(201);
  expect(codeOf(await confirm(tokens[0]!))).toBe('409 S050');
  expect(codeOf(await send({ event: 'feast' }))).toBe('409 S050');

  // The link that was refused still works when a place is free again.
  const [{ _id }] = await signups();
  await api.call('PATCH', `/api/signups/${_id}`, {
    as: 'staff',
    headers: { 'If-Match': '*' },
    body: { status: 'cancelled' },
  });
  expect((await confirm(tokens[0]!)).status).toBe(201);
});

test('an event that was hidden meanwhile is as unknown as none', async () => {
  await api.call('POST', '/api/events', {
    as: 'admin',
    body: { _id: 'dance', name: 'Dance', open: true, places: 5 },
  });
  await send({ event: 'dance' });
  await api.call('PATCH', '/api/events/dance', {
    as: 'admin',
    headers: { 'If-Match': '*' },
    body: { open: false },
  });

  const { status, json } = await confirm(await lastToken());
  expect([status, json.problems[0].code]).toEqual([422, 'V014']);
});

describe('the mail', () => {
  test.each([
    ['de', 'Anmeldungen'],
    ['en', 'Sign-ups'],
    ['fr', 'Sign-ups'],
  ])('in %s names the form, and nothing that the visitor has typed', async (language, form) => {
    await send({ name: 'Buy pills at evil.example' }, { headers: { 'Accept-Language': language } });
    const [mail] = await mails();

    expect(mail).toMatchObject({
      language: language === 'de' ? 'de' : 'en',
      data: { resource: 'signups', form },
    });
    expect(JSON.stringify(mail)).not.toContain('pills');
  });

  test('is sent once for an entry that is sent again', async () => {
    const headers = { 'Idempotency-Key': email };
    const both = await Promise.all([send({}, { headers }), send({}, { headers })]);

    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    expect(await mails()).toHaveLength(1);
  });
});

test('the answer is the same for an address with and without records', async () => {
  const plain = ({ status, text, headers }: Awaited<ReturnType<typeof send>>) => [
    status,
    text,
    [...headers.keys()].sort(),
  ];
  const first = await send();
  await confirm(await lastToken());
  const second = await send();

  expect(plain(second)).toEqual(plain(first));
});

describe('nobody is flooded with mails', () => {
  test('from one network, over all forms, five in an hour, which it is told', async () => {
    const address = nextAddress();
    const statuses = [];
    for (let at = 0; at < 6; at += 1) {
      const spellings = [email, email.replace('@', `+${at}@`), email.replace('nn', '.nn')];
      const to = spellings[at % 3]!;
      const path = at % 2 ? 'signups' : 'helpers';
      statuses.push((await send({ email: to }, { address }, path)).status);
    }

    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect((await send({ email: `other${email}` }, { address })).status).toBe(202);
  });

  test('and nothing tells a network how many mails its neighbours have asked for', async () => {
    const { headers } = await send();

    expect(`${headers.get('RateLimit-Policy')}`).toContain('"form"');
    expect([...headers].join()).not.toContain('formMails');
  });

  test('from all networks together ten in a day, and the answer is the same', async () => {
    const all = [];
    for (let at = 0; at < 12; at += 1) all.push(await send());

    expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await mails()).toHaveLength(10);
  });
});

test('entries that nobody confirms are removed with their links', async () => {
  await send();
  const waiting = 'select 1 from backoffice.tokens where detail::text like $1';
  const stored = () => api.database.query(waiting, [`%${email}%`]);
  expect((await stored()).rows).toHaveLength(1);

  await api.database.query('update backoffice.tokens set expires_at = now()');
  const { database, store, log } = api.services;
  await runDueTasks(purges, { database, store, descriptor }, log);
  expect((await stored()).rows).toEqual([]);
});

test('an entry with the trap field is answered as any other, and dropped', async () => {
  const { json: form } = await api.call('GET', '/api/public/signups/form');
  const { status, json } = await send({ [form.trap]: 'https://evil.example' });

  expect([status, json]).toEqual([202, { state: 'mailed' }]);
  expect(await mails()).toEqual([]);
});

test('the document describes both steps', async () => {
  const { json } = await api.call('GET', '/api/openapi.json');

  expect(Object.keys(json.paths['/api/public/signups'].post.responses)).toContain('202');
  expect(Object.keys(json.paths['/api/public/signups/confirm'].post.responses)).toContain('201');
});
