import { type Account, USERS } from '../../store/system/account.ts';
import { type Identity, insertIdentity } from '../../store/system/accounts/identities.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { queueMail } from '../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../services/mail-to.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { Call } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';

/** An identity at a provider, to connect with a user. */
export type Connection = Pick<Identity, 'id' | 'provider' | 'issuer' | 'subject' | 'email'>;

/** Connects an identity with a user who has proved to be both; undefined if it is somebody's already. */
export async function connectIdentity(
  sql: QueryRunner,
  call: Call,
  user: Account,
  connection: Connection,
): Promise<Identity | undefined> {
  const identity = await insertIdentity(sql, { ...connection, userId: user._id });
  if (identity) await reportIdentity(sql, call, user, { action: 'identityAdded', ...identity });
  return identity;
}

type IdentityEvent = Pick<Identity, 'provider'> & {
  action: 'identityAdded' | 'identityRemoved';
};

/** Writes it into the audit log, and tells the user: somebody else may have done it. */
export async function reportIdentity(
  sql: QueryRunner,
  call: Call,
  user: Account,
  { action, provider }: IdentityEvent,
): Promise<void> {
  const of = { resource: USERS, record: user._id, detail: { provider } };
  await writeAudit(sql, { action, ...auditActorOf(call), actor: user._id, ...of });
  const name = call.services.oidc?.find((each) => each.name === provider)?.label ?? provider;
  const { address } = call;
  const data = { what: action, name, at: new Date().toISOString(), address };
  await queueMail(sql, { kind: 'factorsChanged', ...(await mailTo(sql, call, user)), data });
}
