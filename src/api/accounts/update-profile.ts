import { adminRoles } from '../../descriptor/permissions/admin-roles.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import { problem } from '../../fields/problem.ts';
import { setPassword } from '../../store/system/accounts/credentials.ts';
import { setPreferences } from '../../store/system/accounts/preferences.ts';
import { profileFields } from '../../store/system/accounts/profile.ts';
import { noteAudit } from '../../store/system/audit/note-audit.ts';
import type { QueryRunner, WriteFailure } from '../../store/store.ts';
import { actorOf } from '../http/actor.ts';
import type { UserCall } from '../http/call.ts';
import { momentOf } from '../http/moment.ts';
import { parseBody } from '../http/parse-body.ts';
import { refuseWrite } from '../records/write-answer.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../http/refusal.ts';
import { answerCurrent } from './current.ts';
import { readNewPassword } from './new-password.ts';
import { tellPasswordChanged } from './password-mail.ts';
import { profileBody, type ProfileBody } from './profile-body.ts';
import type { SessionParts } from './session-parts.ts';
import { usersOf } from './who-is.ts';

/**
 * Changes what users may change of themselves, whatever their role may do with users: all that is
 * sent or nothing. Another password ends every session but this one.
 */
export async function updateProfile(
  call: UserCall,
  session: SessionParts,
): Promise<Response | Refusal> {
  const body = await parseBody(call, profileBody(call.descriptor));
  if (isRefusal(body)) return body;
  const read = await readFields(call, session, body.value);
  if (isRefusal(read)) return read;
  const password = await readNewPassword(call, body.value);
  if (isRefusal(password)) return password;

  const { user, descriptor } = call;
  const users = usersOf(descriptor.resources);
  const failure = await session.store.transaction(async (store, sql) => {
    const by = actorOf(call);
    const isRecord = Object.keys(read.values).length > 0;
    const written = isRecord && (await store.update(users, user._id, '*', read.values, by));
    if (written && 'failure' in written) return written;
    const { language, theme } = body.value;
    await setPreferences(sql, user._id, { language, theme });
    if (password.hash !== undefined) await changePassword(call, sql, password.hash);
    return undefined;
  });
  return await answer(call, session, failure);
}

/** Held to the rules of the resource as any write, but by the rights everybody has of themselves. */
async function readFields(
  { descriptor, role, user }: UserCall,
  { store }: SessionParts,
  told: ProfileBody,
): Promise<{ values: Record<string, unknown> } | Refusal> {
  const users = usersOf(descriptor.resources);
  const names = profileFields.filter((name) => told[name] !== undefined);
  const [current] = await store.findMany(users, '_id', [user._id]);
  if (!current) return refuseAs('A003');
  const [admin] = adminRoles(descriptor);
  const checked = checkRecord({
    descriptor,
    role: admin,
    resource: users,
    mode: 'patch',
    body: Object.fromEntries(names.map((name) => [name, told[name]])),
    current,
    moment: momentOf({ user }),
  });
  // What is declared to be written by others only is not a matter of the profile.
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
  const { user, sessionId, address, requestId } = call;
  await setPassword(sql, user._id, hash, sessionId);
  await noteAudit(sql, {
    action: 'passwordChanged',
    actor: user._id,
    session: sessionId,
    address,
    requestId,
  });
  await tellPasswordChanged(sql, call, user);
}

async function answer(
  call: UserCall,
  { whoIs, events }: SessionParts,
  failure: WriteFailure | undefined,
): Promise<Response | Refusal> {
  if (failure) return refuseWrite(call, usersOf(call.descriptor.resources), failure);
  whoIs.forget();
  events.announce();
  return await answerCurrent(call);
}
