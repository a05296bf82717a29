import { adminRoles } from '../../../descriptor/permissions/permissions.ts';
import { checkRecord } from '../../../descriptor/rules/record-check.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { newId } from '../../../store/records/sql/new-id.ts';
import { type Account, findAccount, USERS, usersResource } from '../../../store/system/account.ts';
import { insertIdentity } from '../../../store/system/accounts/identities.ts';
import { recordProof } from '../mail-links.ts';
import { saveToken } from '../../../store/system/accounts/tokens.ts';
import { spendAttempt } from '../../../store/system/accounts/attempts.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import { queueMail } from '../../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../../services/mail-to.ts';
import type { Call } from '../../http/call.ts';
import { auditActorOf } from '../../../services/acting.ts';
import type { Reply } from '../../http/answer/answer.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../../services/refusal.ts';
import { refuseWrite } from '../../../services/refuse-write.ts';
import { firstRole } from '../first-role.ts';
import { accountKey, counterOf, limits, networkOf, spendLimits } from '../limits.ts';
import { hasPasswords } from '../sign-in/password-sign-in.ts';
import { isDuplicateAddress } from '../register.ts';
import { mailAdmins } from '../registration-mails.ts';
import { createSecret } from '../secrets.ts';
import type { SessionServices } from '../session-services.ts';
import { enter, enterKnown, newOrcid, toBegun, toConnection } from './enter.ts';
import type { OidcProvider } from './provider.ts';
import type { Claims } from './read-response.ts';
import { roleOf } from './role-of.ts';

/**
 * Asks somebody whom no account is connected with to accept the terms, which makes the account. An address that has one
 * must be proven instead.
 */
export async function welcome(
  call: Call,
  provider: OidcProvider,
  claims: Claims,
): Promise<Refusal> {
  const values = await readNewcomer(call, provider, claims);
  if (isRefusal(values)) return values;
  const tooOften = await spendLimits(call, counterOf('register', networkOf(call)));
  if (tooOften) return tooOften;
  const { database } = call.services;
  const users = usersResource(call.descriptor.resources);
  const existing = await findAccount(database, users, String(values['email']));
  if (existing) return await askForProof(call, provider, claims, existing);
  const { text: challenge, hash } = createSecret(32);
  await saveToken(database, '', 'oidcTerms', hash, { provider: provider.name, claims });
  return refuseAs('A054', { extra: { challenge } });
}

/** Makes the account of a newcomer who has accepted the terms, and signs in unless an admin has to approve it. */
export async function makeAccount(
  call: Call,
  session: SessionServices,
  provider: OidcProvider,
  claims: Claims,
): Promise<Reply> {
  const values = await readNewcomer(call, provider, claims);
  if (isRefusal(values)) return values;
  const users = usersResource(call.descriptor.resources);
  const email = String(values['email']);

  const { id, identity, failure } = await storeNewcomer(call, provider, claims, values);
  if (failure) {
    // Perhaps another sign-in of the same person.
    const twin = await enterKnown(call, session, provider, claims);
    if (twin) return twin;
    const meanwhile = isDuplicateAddress(failure)
      ? await findAccount(call.services.database, users, email)
      : undefined;
    if (meanwhile) return await askForProof(call, provider, claims, meanwhile);
    return refuseWrite(call, users, failure, Object.keys(values));
  }
  session.events.announce();
  if (values['status'] !== 'confirmed') return refuseAs('A004');
  const newUser = await findAccount(call.services.database, users, email);
  if (newUser?.account._id !== id) throw new Error('a new user cannot be found');
  const proof = { provider, claims, identityId: identity };
  const begun = await toBegun(call, newUser.account, proof);
  return await enter(call, session, newUser.account, begun);
}

type Values = Readonly<Record<string, unknown>>;

/** The values of the new user. What the provider does not say, nobody can make up. */
async function readNewcomer(
  call: Call,
  provider: OidcProvider,
  claims: Claims,
): Promise<Values | Refusal> {
  const { descriptor } = call;
  const { name: by, label, admit } = provider;
  const { email } = claims;
  if (email === null) return refuse(problem('A044', '', { provider: label, fields: 'email' }));
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const orcid = await newOrcid(call, provider, claims, undefined);
  const otherwise = firstRole(descriptor);
  const body = {
    email,
    name: claims.name ?? email,
    role: roleOf(provider, claims.groups, { current: undefined, otherwise }, descriptor),
    status: admit.includes('*') || admit.includes(domain) ? 'confirmed' : 'pending',
    ...(orcid !== undefined && { orcid }),
  };
  const [role] = adminRoles(descriptor);
  const users = usersResource(descriptor.resources);
  const checked = checkRecord({ descriptor, role, resource: users, mode: 'create', body });
  if (!('problems' in checked)) return checked.values;
  const { requestId, services } = call;
  const { problems } = checked;
  services.log.warn({ requestId, provider: by, problems }, 'a newcomer cannot get an account');
  const fields = [...new Set(problems.map(({ path }) => path))].join(', ');
  return refuse(problem('A044', '', { provider: label, fields }));
}

async function storeNewcomer(call: Call, provider: OidcProvider, claims: Claims, values: Values) {
  const { services, address, requestId, descriptor } = call;
  const users = usersResource(descriptor.resources);
  const id = newId();
  const identity = toConnection(provider, claims);
  const by = { userId: null, way: 'form', address, requestId, partOf: 'registration' } as const;
  const failure = await services.store.transaction(async (store, sql) => {
    const outcome = await store.create(users, values, by, id);
    if ('failure' in outcome) return outcome;
    // Of two first sign-ins at once, the other one has made the account.
    if (!(await insertIdentity(sql, { ...identity, userId: id })))
      throw new Error('the identity has got an account meanwhile');
    await recordProof(call, store, sql, id);
    const detail = { email: values['email'], by: provider.name };
    const of = { resource: USERS, record: id, detail };
    await writeAudit(sql, { action: 'registered', ...auditActorOf(call), ...of });
    if (values['status'] !== 'confirmed') await mailAdmins(sql, call, outcome.record);
    return undefined;
  });
  return { id, identity: identity.id, failure };
}

/**
 * The address has an account already. A person who knows its password, or reads its mails, can connect the two; the word of
 * the provider alone is not enough to take over what somebody else may have built up here.
 */
async function askForProof(
  call: Call,
  provider: OidcProvider,
  claims: Claims,
  { account, hash }: { account: Account; hash: string | null },
): Promise<Refusal> {
  const { name, label } = provider;
  const reason = problem('A043', '', { provider: label, email: account.email });
  if (!hasPasswords(call) || hash === null) {
    await mailConnection(call, provider, account);
    return refuse(reason);
  }
  const { text: challenge, hash: hashed } = createSecret(32);
  const detail = { provider: name, claims };
  await saveToken(call.services.database, account._id, 'oidcLink', hashed, detail);
  return refuse(reason, { extra: { challenge } });
}

async function mailConnection(call: Call, { label }: OidcProvider, account: Account) {
  const { database } = call.services;
  // The links from before still work.
  const { key } = counterOf('forgotAccount', accountKey(account.email));
  if (account.status === 'disabled') return;
  if ((await spendAttempt(database, key, limits.forgotAccount)).wait > 0) return;
  await database.transaction(async (sql) => {
    const { text: token, hash } = createSecret(32);
    await queueMail(sql, {
      kind: 'connectAccount',
      ...(await mailTo(sql, call, account)),
      data: { userId: account._id, provider: label },
      token,
      goodUntil: await saveToken(sql, account._id, 'reset', hash),
    });
  });
}
