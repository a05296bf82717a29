import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import {
  emailOf,
  openTestApi,
  PASSWORD,
  type TestAnswer,
  type TestApi,
  type TestCall,
} from './api.ts';
import { librarySource } from './library.ts';

/** A library whose list of users offers what is done with them, and whose staff may not decide who comes in. */
export function openPeopleApi(): Promise<TestApi> {
  const source = structuredClone(librarySource);
  const { users } = source.resources;
  Object.assign(users, {
    actions: [
      action('confirm', { role: { type: 'choice', choices: ['staff', 'viewer'] } }),
      action('reject', { reason: { type: 'text' } }),
      action('disable'),
      action('role', { role: { type: 'text', required: true } }),
    ],
    permissions: { viewer: ['list', 'read'], staff: ['list', 'read', 'update'] },
  });
  Object.assign(users.fields.status, { write: ['admin'] });
  const descriptor = toDescriptor(source);
  return openTestApi({ descriptor: () => descriptor });
}

function action(name: string, fields?: object): object {
  const path = `/api/admin/user/{_id}/${name}`;
  return { name, method: 'PUT', path, bulk: true, ...(fields && { form: { fields } }) };
}

export type WaitingMail = {
  kind: string;
  to: string;
  language: string;
  data: any;
  token: string | null;
  goodUntil: string | null;
};

/** The mails that were put into the outbox, oldest first, but what every registration and new device brings. */
export async function mailsTo(api: TestApi, address?: string): Promise<WaitingMail[]> {
  return (await allMailsTo(api, address)).filter(
    ({ kind }) => kind !== 'proveEmail' && kind !== 'newDevice',
  );
}

/** All mails; nothing sends them in these tests. */
export async function allMailsTo(api: TestApi, address?: string): Promise<WaitingMail[]> {
  const { rows } = await api.database.query<WaitingMail>(
    `select kind, to_address as "to", language, data, token, good_until as "goodUntil"
     from backoffice.outbox where $1::text is null or to_address = $1 order by created_at, id`,
    [address ?? null],
  );
  return rows;
}

/** The link of the last mail to somebody. */
export async function lastLink(api: TestApi, name: string): Promise<{ id: string; token: string }> {
  const mail = (await allMailsTo(api, emailOf(name))).findLast(({ token }) => token !== null);
  if (!mail?.token) throw new Error(`${name} was sent no link`);
  return { id: mail.data.userId, token: mail.token };
}

export type Noted = {
  action: string;
  actor: string | null;
  record: string | null;
  address: string | null;
  detail: any;
};

/** What was noted in the audit, oldest first, without signing in. */
export async function noted(api: TestApi): Promise<Noted[]> {
  const { rows } = await api.database.query<Noted>(
    `select action, actor, record, address, detail from backoffice.audit
     where action <> 'signedIn' order by seq`,
  );
  return rows;
}

/** Registers somebody of this name, from an address of their own. */
export function register(
  api: TestApi,
  name: string,
  changes: object = {},
  call: TestCall = {},
): Promise<TestAnswer> {
  const body = {
    name,
    email: emailOf(name),
    organisation: 'Institute',
    password: PASSWORD,
    acceptedTerms: true,
    ...changes,
  };
  return api.call('POST', '/api/users/', { body, address: nextAddress(), ...call });
}

let last = 0;

/** Another network each time, where the limits are not what is tested. */
export function nextAddress(): string {
  last += 1;
  return `10.${(last >> 16) & 255}.${(last >> 8) & 255}.${last & 255}`;
}

export function act(
  api: TestApi,
  as: string,
  id: string,
  action: string,
  body?: object,
): Promise<TestAnswer> {
  return api.call('PUT', `/api/admin/user/${id}/${action}`, { as, ...(body ? { body } : {}) });
}
