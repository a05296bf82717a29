import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { parseAssociation } from '../support/association.ts';
import { makePdf } from '../support/make-pdf.ts';

const descriptor = parseAssociation(({ signups }) => {
  signups.fields.letter = { type: 'file', accept: ['pdf'], maxSize: '100 MB' };
  signups.fields.photos = { type: 'files', accept: ['image'] };
  signups.fields.internal = { type: 'file' };
  signups.public.create.fields.push('letter', 'photos');
  signups.public.create.rate = '200/h';
});
const api = await openTestApi({ descriptor: () => descriptor });
await api.call('POST', '/api/events', {
  as: 'admin',
  body: { _id: 'walk', name: 'Walk', open: true, places: 100 },
});
afterAll(() => api.close());

const pdf = makePdf(['A letter']);
const upload = (field: string, more: { as?: string; body?: Uint8Array; headers?: object } = {}) =>
  api.call('POST', `${more.as ? '/api/files' : '/api/public/signups/files'}?field=${field}`, {
    ...more,
    body: more.body ?? pdf,
    headers: { 'Content-Disposition': 'attachment; filename="letter.pdf"', ...more.headers },
  });
const send = (letter: unknown, more: object = {}) =>
  api.call('POST', '/api/public/signups', {
    body: { event: 'walk', name: 'Ann', email: 'ann@example.org', letter, ...more },
  });
const problemsOf = ({ status, json }: { status: number; json: any }) => [
  status,
  ...json.problems.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`),
];

test('a visitor sends a file with an entry, and staff read it', async () => {
  const { status, json: file } = await upload('letter');

  expect([status, file.name]).toEqual([201, 'letter.pdf']);
  expect((await send({ id: file.id })).status).toBe(201);
  const { json } = await api.call('GET', '/api/signups?letter_nnull=true', { as: 'staff' });
  expect(json.data).toMatchObject([{ name: 'Ann', letter: { id: file.id }, photos: [] }]);
});

test('only files for the fields of the form are taken, by the rules of these fields', async () => {
  const wrong = {
    body: new TextEncoder().encode('words'),
    headers: { 'Content-Disposition': 'attachment; filename="a.txt"' },
  };

  expect(problemsOf(await upload('internal'))).toEqual([400, 'Q004 field']);
  expect(problemsOf(await upload('name'))).toEqual([400, 'Q004 field']);
  expect(problemsOf(await upload('letter', wrong))).toEqual([422, 'V066 ']);
  expect(problemsOf(await upload('letter', { headers: { 'Content-Length': '20000001' } }))).toEqual(
    [413, 'V065 '],
  );
  expect(problemsOf(await upload('letter', { headers: { 'Upload-Complete': '?0' } }))).toEqual([
    400,
    'Q004 Upload-Complete',
  ]);
});

test('a visitor cannot name the file of somebody who has signed in, nor read one', async () => {
  const { json: theirs } = await upload('signups.letter', { as: 'admin' });
  const { json: own } = await upload('letter');

  expect(problemsOf(await send({ id: theirs.id }))).toEqual([422, 'V063 letter']);
  expect((await api.call('GET', `/api/files/${own.id}`)).status).toBe(401);
  // Nor does staff name what visitors have sent without an entry.
  const body = { event: 'walk', name: 'Ben', email: 'ben@example.org', letter: { id: own.id } };
  const { status } = await api.call('POST', '/api/signups', { as: 'staff', body });
  expect(status).toBe(422);
});

test('the form tells what its inputs take', async () => {
  const { json } = await api.call('GET', '/api/public/signups/form');

  const files = json.fields.filter(({ input }: { input: string }) => input === 'file');
  expect(files).toMatchObject([
    { name: 'letter', many: false, accept: ['application/pdf'], maxBytes: 20_000_000 },
    { name: 'photos', many: true },
  ]);
});

test('one network sends so many files in an hour', async () => {
  const answers = [];
  for (let at = 0; at < 31; at += 1) answers.push(await upload('internal'));

  const { status, headers } = answers.at(-1)!;
  expect([status, headers.get('Retry-After') !== null]).toEqual([429, true]);
});
