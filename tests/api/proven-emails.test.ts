import { afterAll, beforeEach, expect, it } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { emailOf, openTestApi, PASSWORD, signIn } from '../support/api.ts';
import { librarySource } from '../support/library.ts';
import { act, lastLink, mailsTo, nextAddress, noted, register } from '../support/people.ts';

let name: string;
let count = 0;

const source = structuredClone(librarySource);
Object.assign(source.resources.users.fields, {
  emailProven: { type: 'boolean', readOnly: true, read: ['admin'] },
});
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

beforeEach(async () => {
  name = `zoe${(count += 1)}`;
  await register(api, name);
});

async function request(): Promise<any> {
  const { json } = await api.call('GET', '/api/admin/overview', { as: 'admin' });
  return json.requests.data.find((each: { name: string }) => each.name === name);
}

const prove = (link: { id: string; token: string }) =>
  api.call('POST', '/api/users/proveemail', { body: link, address: nextAddress() });
const reset = (link: { id: string; token: string }) =>
  api.call('POST', '/api/users/resetpassword', {
    body: { ...link, password: 'another fine password' },
    address: nextAddress(),
  });

it('the address of a registration is confirmed by a link in a mail, which works twice', async () => {
  const before = await request();
  const link = await lastLink(api, name);

  const answers = [await prove(link), await prove(link)];

  expect(before.emailProven).toBe(false);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect((await request()).emailProven).toBe(true);
  const { json } = await api.call('GET', `/api/users/${link.id}`, { as: 'admin' });
  expect(json.emailProven).toBe(true);
  const { json: history } = await api.call('GET', `/api/users/${link.id}/history`, { as: 'admin' });
  // What is in the history reaches the pages that are open.
  expect(history.data[0]).toMatchObject({ version: 2, by: link.id });
  const lines = (await noted(api)).filter(({ action }) => action === 'emailProven');
  expect(lines.filter(({ record }) => record === link.id)).toHaveLength(1);
});

it('the overview lists confirmed addresses first', async () => {
  await prove(await lastLink(api, name));

  const { json } = await api.call('GET', '/api/admin/overview', { as: 'admin' });

  const proven = json.requests.data.map((each: { emailProven: boolean }) => each.emailProven);
  expect(proven).toEqual(proven.toSorted((one: boolean, other: boolean) => +other - +one));
  expect(proven[0]).toBe(true);
});

it('that link opens nothing else, and no other link confirms an address', async () => {
  const link = await lastLink(api, name);

  expect((await reset(link)).json.code).toBe('A014');
  expect((await prove({ ...link, token: 'x'.repeat(43) })).json.code).toBe('A014');
  expect((await prove({ ...link, id: api.userId('staff') })).json.code).toBe('A014');
  expect((await request()).emailProven).toBe(false);
});

it('the confirmation cannot be written, and an admin can approve without it', async () => {
  const { _id } = await request();
  const call = { as: 'admin', headers: { 'If-Match': '*' }, body: { emailProven: true } };

  expect((await api.call('PATCH', `/api/users/${_id}`, call)).json.code).toBe('V010');
  expect((await act(api, 'admin', _id, 'confirm')).status).toBe(200);
});

it('a password link confirms the address too, and not another address', async () => {
  await api.call('POST', '/api/users/forgotpassword', {
    body: { email: emailOf(name) },
    address: nextAddress(),
  });
  await reset(await lastLink(api, name));
  const { _id, emailProven } = await request();

  await api.call('PATCH', `/api/users/${_id}`, {
    as: 'admin',
    headers: { 'If-Match': '*' },
    body: { email: emailOf(`${name}.moved`) },
  });

  expect([emailProven, (await request()).emailProven]).toEqual([true, false]);
});

it('an invitation replaces a registration: its password becomes invalid', async () => {
  const asked = await lastLink(api, name);
  const body = { email: emailOf(name), role: 'staff' };

  const invited = await api.call('POST', '/api/admin/invite', { as: 'admin', body });
  const link = await lastLink(api, name);

  expect([invited.status, invited.json.status, invited.json.role]).toEqual([
    200,
    'invited',
    'staff',
  ]);
  expect((await mailsTo(api, emailOf(name))).at(-1)!.kind).toBe('invitation');
  expect((await prove(asked)).json.code).toBe('A014');
  expect((await reset(link)).status).toBe(204);
  const withOld = await signIn(api, name, { address: nextAddress() });
  const withNew = await api.call('POST', '/api/users/login', {
    body: { email: emailOf(name), password: 'another fine password' },
    address: nextAddress(),
  });
  expect([PASSWORD, withOld.status, withNew.status]).toEqual([PASSWORD, 401, 200]);
});

it('only the link of the second of two invitations works', async () => {
  const body = { email: emailOf(`${name}.guest`), role: 'viewer' };
  await api.call('POST', '/api/admin/invite', { as: 'admin', body });
  const first = await lastLink(api, `${name}.guest`);
  await api.call('POST', '/api/admin/invite', { as: 'admin', body });
  const second = await lastLink(api, `${name}.guest`);

  expect([(await reset(first)).status, (await reset(second)).status]).toEqual([400, 204]);
});
