import { randomUUID } from 'node:crypto';
import { SignedIn } from '../../../contract/people/accounts.ts';
import {
  type Account,
  findUser,
  recordSignIn,
  usersResource,
} from '../../../store/system/account.ts';
import { mayStillSignIn } from '../../../store/system/accounts/credentials.ts';
import { beginDeadline } from '../../../store/system/accounts/factors.ts';
import { sessionPolicy } from '../../../descriptor/settings/session-policy.ts';
import { recordUse } from '../../../store/system/accounts/identities.ts';
import {
  createSession,
  endReplacedSession,
  hasSignedIn,
  listPastDevices,
} from '../../../store/system/accounts/sessions.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import type { QueryRunner } from '../../../store/store.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { Call } from '../../http/call.ts';
import { auditActorOf } from '../../../services/acting.ts';
import { isRefusal, type Refusal } from '../../../services/refusal.ts';
import { applyChanges, type UserChanges } from '../apply-changes.ts';
import { connectIdentity, type Connection } from '../connect-identity.ts';
import { createSecret } from '../secrets.ts';
import { hashSecret } from '../../http/key-text.ts';
import {
  deviceCookie,
  readRefreshCookie,
  refreshCookie,
  wantsRefreshCookie,
  knownDevice,
} from '../session-cookies.ts';
import type { SessionServices } from '../session-services.ts';
import { isIPv4 } from 'node:net';
import { queueMail } from '../../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../../services/mail-to.ts';
import { addressPrefix } from '../../http/client-address.ts';
import { readUserAgent } from './user-agent.ts';

/** The days in which a user whose role requires a second factor may do without one. */
const GRACE_DAYS = 14;

export type SignIn = {
  user: Account;
  /** The hash of the password that was right; undefined for a sign-in without one. */
  hash?: string | undefined;
  /** The last check, in the transaction of the session: such as a challenge that works once. */
  claim?: (sql: QueryRunner) => Promise<boolean>;
  /** The identity at another provider that signed in, and its session there. */
  identity?: { id: string; session: string | null };
  /** To connect with the user first: the proof that it is theirs is complete with this sign-in. */
  connect?: Connection;
  /** What the provider says about the record of the user. */
  changes?: UserChanges;
  /** How they signed in, for the audit log. */
  by?: string;
};

/** Opens a session and answers it; undefined if the account has changed since its proof was checked. */
export async function openSession(
  call: Call,
  signIn: SignIn,
  tokens: SessionServices['tokens'],
): Promise<Reply | undefined> {
  const { services, request, address, requestId, descriptor } = call;
  const { user: account, identity, changes = {}, by } = signIn;
  const id = randomUUID();
  const refresh = createSecret(32);
  const cookie = wantsRefreshCookie(request, services.publicUrl) ? createSecret(16) : undefined;
  const former = cookie && readRefreshCookie(request);
  const user = await follow(call, account, changes);
  if (isRefusal(user)) return user;
  const isOpen = await services.database.transaction(async (sql) => {
    if (!(await claimSignIn(sql, call, user, signIn))) return false;
    const isNew = await isNewDevice(sql, call, user);
    if (former !== undefined) await endReplacedSession(sql, hashSecret(former));
    await createSession(sql, {
      id,
      userId: user._id,
      refreshHash: refresh.hash,
      cookieHash: cookie?.hash,
      address,
      userAgent: request.headers.get('User-Agent') ?? '',
      policy: sessionPolicy(descriptor, user.role, services.sessionIdleDays),
      identity,
    });
    if (descriptor.roles.get(user.role)?.secondFactor)
      await beginDeadline(sql, user._id, GRACE_DAYS);
    await recordSignIn(sql, usersResource(descriptor.resources), user._id);
    const actor = { ...auditActorOf(call), actor: user._id, session: id };
    const detail = { ...(by && { by }), ...(isNew && { newDevice: true }) };
    await writeAudit(sql, { action: 'signedIn', ...actor, detail });
    if (isNew && descriptor.app.sessions.newDeviceMail) await mailNewDevice(sql, call, user);
    return true;
  });
  if (!isOpen) return undefined;
  services.log.info({ requestId, userId: user._id, sessionId: id }, 'signed in');

  const token = await tokens.issue(user._id, id);
  const signedIn = { token, refreshToken: refresh.text, user };
  const headers = cookie ? refreshCookie(cookie.text) : {};
  const response = answer(call, 200, SignedIn, signedIn, headers);
  if (cookie) response.headers.append('Set-Cookie', deviceCookie(call, user.email));
  return response;
}

/** Whether nothing has changed since the proof that forbids the sign-in, and what it uses up was still there. */
async function claimSignIn(
  sql: QueryRunner,
  call: Call,
  user: Account,
  { hash, claim, connect, identity }: SignIn,
): Promise<boolean> {
  if (!(await mayStillSignIn(sql, user._id, hash))) return false;
  if (claim && !(await claim(sql))) return false;
  if (connect && !(await connectIdentity(sql, call, user, connect))) return false;
  return !identity || (await recordUse(sql, identity.id));
}

/** The user, after what a provider says about them. */
async function follow(call: Call, user: Account, changes: UserChanges): Promise<Account | Refusal> {
  const { services, descriptor } = call;
  if (Object.keys(changes).length === 0) return user;
  const refused = await applyChanges(call, services.store, user._id, changes);
  if (refused) return refused;
  const users = usersResource(descriptor.resources);
  return (await findUser(services.database, users, user._id)) ?? user;
}

/**
 * Whether a user signs in on a device that nobody has used for the account yet. Known are browsers with the cookie of
 * an earlier sign-in, which lasts a year; and without cookies the same kind of program in the same network within the
 * last weeks. Nothing is new at the first sign-in of all.
 */
async function isNewDevice(sql: QueryRunner, call: Call, user: Account): Promise<boolean> {
  if (knownDevice(call, user.email) || !(await hasSignedIn(sql, user._id))) return false;
  const device = deviceOf(call.request.headers.get('User-Agent'), call.address);
  const past = await listPastDevices(sql, user._id);
  return !past.some(({ userAgent, address }) => deviceOf(userAgent, address) === device);
}

/** Without versions, because browsers update themselves, and by network, because addresses change. */
function deviceOf(userAgent: string | null, address: string | null): string {
  const { browser, system } = readUserAgent(userAgent);
  const isKnown = browser !== null || system !== null;
  const program = isKnown ? [browser, system] : [userAgent || null];
  return JSON.stringify([...program, networkOf(address ?? '')]);
}

/** The /24 of an IPv4 address; of an IPv6 address the /48, which a provider gives to one customer. */
function networkOf(address: string): string {
  const prefix = addressPrefix(address);
  return prefix
    .split(isIPv4(prefix) ? '.' : ':')
    .slice(0, 3)
    .join('.');
}

/** Tells the owner of an account about a sign-in on a new device. */
async function mailNewDevice(sql: QueryRunner, call: Call, user: Account): Promise<void> {
  const { address, request } = call;
  const userAgent = request.headers.get('User-Agent')?.slice(0, 300) ?? null;
  await queueMail(sql, {
    kind: 'newDevice',
    ...(await mailTo(sql, call, user)),
    data: { at: new Date().toISOString(), address, userAgent },
  });
}
