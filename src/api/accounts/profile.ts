import { Profile } from '../../contract/people/accounts.ts';
import {
  findProfile,
  profileFields,
  setPreferences,
} from '../../store/system/accounts/preferences.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { actorOf, momentOf, auditActorOf } from '../../services/acting.ts';
import { usersResource } from '../../store/system/account.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import { problem } from '../../fields/problems/problem.ts';
import { findHash, setPassword } from '../../store/system/accounts/credentials.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import type { QueryRunner } from '../../store/store.ts';
import { parseBody } from '../http/json-body.ts';
import { refuseWrite } from '../../services/refuse-write.ts';
import { mailPasswordChanged } from './mail-links.ts';
import { profileBody, type ProfileBody } from './bodies.ts';
import type { SessionServices } from './session-services.ts';
import { checkNewPassword } from './check-new-password.ts';
import { forgetLimit, counterOf, spendLimits } from './limits.ts';
import { hasPasswords } from './sign-in/password-sign-in.ts';
import { hashPassword, passwordGate, verifyPassword } from './password-hash.ts';

/** Responds with the caller's own profile, including what only they may see. */
export async function answerCurrentUser(call: UserCall): Promise<Reply> {
  const { services, descriptor, user } = call;
  const users = usersResource(descriptor.resources);
  return answerProfile(
    call,
    await findProfile(services.database.primaryOrReplica, users, user._id),
  );
}

function answerProfile(call: UserCall, found: Awaited<ReturnType<typeof findProfile>>): Reply {
  if (!found) return refuseAs('A003');
  const { undelivered: isUndelivered, ...profile } = found;
  const { delivery } = call.services;
  const lastMail = isUndelivered ? ('undelivered' as const) : null;
  const mailTrouble = delivery?.via === 'files' ? ('noServer' as const) : lastMail;
  // In a view session the role may be another.
  return answer(call, 200, Profile, { ...profile, mailTrouble, role: call.role });
}

/**
 * Changes what users may change about themselves, whatever their role may do with users: either everything
 * that was sent or nothing. A new password ends all other sessions.
 */
export async function updateProfile(call: UserCall, session: SessionServices): Promise<Reply> {
  const body = await parseBody(call, profileBody(call.descriptor));
  if (isRefusal(body)) return body;
  const read = await readFields(call, session, body.value);
  if (isRefusal(read)) return read;
  const password = await readNewPassword(call, body.value);
  if (isRefusal(password)) return password;

  const { user, descriptor } = call;
  const users = usersResource(descriptor.resources);
  const done = await session.store.transaction(async (store, sql) => {
    const by = actorOf(call);
    const isRecord = Object.keys(read.values).length > 0;
    const written = isRecord && (await store.update(users, user._id, '*', read.values, by));
    if (written && 'failure' in written) return written;
    const { language, theme, inboxMails } = body.value;
    await setPreferences(sql, user._id, { language, theme, inboxMails });
    if (password.hash !== undefined) await changePassword(call, sql, password.hash);
    return { profile: await findProfile(sql, users, user._id) };
  });
  if ('failure' in done) return refuseWrite(call, users, done, profileFields);
  session.authenticator.forget();
  session.events.announce();
  return answerProfile(call, done.profile);
}

/** Checks the fields by the rules of the resource, but with the rights that all users have on themselves. */
async function readFields(
  { descriptor, role, user }: UserCall,
  { store }: SessionServices,
  body: ProfileBody,
): Promise<{ values: Record<string, unknown> } | Refusal> {
  const users = usersResource(descriptor.resources);
  const names = profileFields.filter((name) => body[name] !== undefined);
  const [current] = await store.findMany(users, '_id', [user._id]);
  if (!current) return refuseAs('A003');
  const [admin] = adminRoles(descriptor);
  const checked = checkRecord({
    descriptor,
    role: admin,
    resource: users,
    mode: 'patch',
    body: Object.fromEntries(names.map((name) => [name, body[name]])),
    current,
    moment: momentOf({ user, descriptor }),
  });
  // Fields that the descriptor lets only other roles write are not part of the profile.
  const kept = names.filter((name) => {
    const { write } = users.fields.get(name) ?? {};
    return write && !write.includes(role) && !descriptor.roles.get(role)?.all;
  });
  const problems = [
    ...kept.map((name) => problem('A008', name, { role })),
    ...('problems' in checked ? checked.problems : []),
  ];
  if (problems.length > 0 || 'problems' in checked) return refuse(problems, { status: 422 });
  return { values: checked.values };
}

async function changePassword(call: UserCall, sql: QueryRunner, hash: string): Promise<void> {
  await setPassword(sql, call.user._id, hash, { keptSession: call.sessionId });
  await writeAudit(sql, { action: 'passwordChanged', ...auditActorOf(call) });
  await mailPasswordChanged(sql, call, call.user);
}

type Told = { currentPassword?: string | undefined; password?: string | undefined };

/** The hash of the new password, if the body has one and the current password is right. */
async function readNewPassword(
  call: UserCall,
  { currentPassword, password }: Told,
): Promise<{ hash?: string } | Refusal> {
  if (currentPassword === undefined && password === undefined) return {};
  if (!hasPasswords(call)) return refuse(problem('A046', 'password'));
  if (currentPassword === undefined) return refuse(problem('V001', 'currentPassword'));
  if (password === undefined) return refuse(problem('V001', 'password'));
  const problems = await checkNewPassword(call, password, call.user);
  if (problems.length > 0) return refuse(problems);

  // Limited, so that a person who finds an open session cannot try passwords without end.
  const counted = counterOf('password', call.user._id);
  const tooOften = await spendLimits(call, counted);
  if (tooOften) return tooOften;
  const currentHash = await findHash(call.services.database, call.user._id);
  const hashed = await passwordGate(async () =>
    (await verifyPassword(currentPassword, currentHash)) ? await hashPassword(password) : undefined,
  );
  if (hashed === undefined) return refuseAs('S005', { headers: { 'Retry-After': '2' } });
  if (hashed.value === undefined) return refuse(problem('A015', 'currentPassword'));
  await forgetLimit(call, counted);
  return { hash: hashed.value };
}
