import { User } from '../../contract/people/accounts.ts';
import { randomUUID } from 'node:crypto';
import { sessionPolicy } from '../../descriptor/settings/session-policy.ts';
import { type Account, USERS, usersResource } from '../../store/system/account.ts';
import { setPassword } from '../../store/system/accounts/credentials.ts';
import { setPreferences } from '../../store/system/accounts/preferences.ts';
import { createSession } from '../../store/system/accounts/sessions.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { StoredRecord, WriteFailure } from '../../store/store.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { Call } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';
import { refuseWrite } from '../../services/refuse-write.ts';
import { acceptedLanguage } from '../http/accepted-language.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { ACCESS_SECONDS } from './access-token.ts';
import { createSecret, inConstantTime } from './secrets.ts';
import { countBeforeReading, counterOf, networkOf } from './limits.ts';
import { hashPassword, passwordGate } from './password-hash.ts';
import { mailEmailConfirmation, mailAdmins, mailOwner } from './registration-mails.ts';
import type { SessionServices } from './session-services.ts';
import { DUPLICATE } from '../../fields/problems/problem.ts';
import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import { checkNewPassword } from './check-new-password.ts';
import { parseBody } from '../http/json-body.ts';
import { registrationBody } from './bodies.ts';
import { firstRole } from './first-role.ts';
import { hasPasswords } from './sign-in/password-sign-in.ts';

/**
 * Accepts a registration. Nobody learns whether the address already has an account: the response and its
 * time are the same, and the owner of the address gets a mail instead.
 */
export async function register(call: Call, session: SessionServices): Promise<Reply> {
  if (!hasPasswords(call)) return refuseAs('A046');
  const counted = counterOf('register', networkOf(call));
  const read = await countBeforeReading(call, counted, () => readRegistration(call));
  if (isRefusal(read)) return read;
  return await inConstantTime(call, () => enter(call, read, session));
}

async function enter(
  call: Call,
  registration: Registration,
  { tokens, events }: SessionServices,
): Promise<Reply> {
  const hashed = await passwordGate(() => hashPassword(registration.password));
  if (hashed === undefined) return refuseAs('S005', { headers: { 'Retry-After': '2' } });
  const id = newId();
  const sessionId = randomUUID();
  const outcome = await storeRegistration(call, {
    registration,
    id,
    sessionId,
    hash: hashed.value,
  });
  if ('failure' in outcome) {
    const users = usersResource(call.descriptor.resources);
    if (!isDuplicateAddress(outcome))
      return refuseWrite(call, users, outcome, Object.keys(registration.values));
    await mailOwner(call, String(registration.values['email']));
  }
  events.announce();
  // For a known address the token names a session that does not exist, so it gives no access either.
  const token = await tokens.issue(id, sessionId);
  const user = toUser(id, registration.values);
  return answer(call, 201, User, user, { 'X-Auth-Token': token });
}

type Entry = { registration: Registration; id: string; sessionId: string; hash: string };

async function storeRegistration(
  call: Call,
  { registration, id, sessionId, hash }: Entry,
): Promise<{ record: StoredRecord } | WriteFailure> {
  const { services, address, requestId, request, descriptor } = call;
  const users = usersResource(descriptor.resources);
  const { values, language } = registration;
  return await services.store.transaction(async (store, sql) => {
    const by = { userId: null, way: 'form', address, requestId, partOf: 'registration' } as const;
    const outcome = await store.create(users, values, by, id);
    if ('failure' in outcome) return outcome;
    await setPassword(sql, id, hash);
    if (language !== undefined) await setPreferences(sql, id, { language });
    await createSession(sql, {
      id: sessionId,
      userId: id,
      refreshHash: createSecret(32).hash,
      cookieHash: undefined,
      address,
      userAgent: request.headers.get('User-Agent') ?? '',
      policy: sessionPolicy(call.descriptor, outcome.record['role'] as string),
      awaitsApprovalFor: { seconds: ACCESS_SECONDS },
    });
    const detail = { email: values['email'], organisation: values['organisation'] ?? null };
    const of = { resource: USERS, record: id, detail };
    await writeAudit(sql, { action: 'registered', ...auditActorOf(call), ...of });
    await mailEmailConfirmation(sql, call, outcome.record, language);
    await mailAdmins(sql, call, outcome.record);
    return outcome;
  });
}

function toUser(_id: string, values: Readonly<Record<string, unknown>>): Account {
  const { name, email, organisation, role, status } = values as Partial<Account>;
  return { _id, name, email, organisation: organisation ?? null, role, status } as Account;
}

/** Whether the only problem is that another account already has the address. */
export function isDuplicateAddress(failure: WriteFailure): boolean {
  return (
    failure.failure === 'duplicate' &&
    failure.problems.every(({ code, path }) => code === DUPLICATE && path === 'email')
  );
}

type Registration = {
  /** The checked values of the new user. */
  values: Readonly<Record<string, unknown>>;
  password: string;
  language: string | undefined;
};

/** Collects all problems of a registration at once. The installation sets role and status, not the caller. */
async function readRegistration(call: Call): Promise<Registration | Refusal> {
  const { descriptor } = call;
  const body = await parseBody(call, registrationBody(descriptor));
  if (isRefusal(body)) return body;
  const { password, acceptedTerms: _, language, organisation, ...rest } = body.value;

  const users = usersResource(descriptor.resources);
  const values = { ...rest, ...(users.fields.has('organisation') ? { organisation } : {}) };
  const [admin] = adminRoles(descriptor);
  const whole = { ...values, role: firstRole(descriptor), status: 'pending' };
  const checked = checkRecord({
    descriptor,
    role: admin,
    resource: users,
    mode: 'create',
    body: whole,
  });
  const problems = [
    ...('problems' in checked ? checked.problems : []),
    ...(await checkNewPassword(call, password, {
      email: rest.email,
      name: rest.name,
      organisation: organisation ?? null,
    })),
  ];
  if (problems.length > 0 || 'problems' in checked) return refuse(problems, { status: 422 });
  const { languages } = descriptor.app;
  const spoken =
    language === undefined
      ? acceptedLanguage(call.request, languages)
      : languages.find((each) => each === language);
  return { values: checked.values, password, language: spoken };
}
