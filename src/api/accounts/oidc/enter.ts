import { newId } from '../../../store/records/sql/new-id.ts';
import { type Account, findUser, usersResource } from '../../../store/system/account.ts';
import { findIdentity } from '../../../store/system/accounts/identities.ts';
import { orcidOf } from '../../../store/system/accounts/preferences.ts';
import type { Call } from '../../http/call.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { refuse } from '../../../services/refusal.ts';
import type { Reply } from '../../http/answer/answer.ts';
import { askSecondFactor, type Begun } from '../factors/second-factor.ts';
import { firstRole } from '../first-role.ts';
import { openSession } from '../sign-in/open-session.ts';
import { refuseClosed } from '../sign-in/refuse-sign-in.ts';
import type { SessionServices } from '../session-services.ts';
import type { OidcProvider } from './provider.ts';
import type { Claims } from './read-response.ts';
import { roleOf } from './role-of.ts';

/** Opens the session of a user whom a provider has identified, or asks for the second factor. */
export async function enter(
  call: Call,
  session: SessionServices,
  user: Account,
  begun: Begun,
): Promise<Reply> {
  const closed = await refuseClosed(call, user);
  if (closed) return closed;
  const second = await askSecondFactor(call, user, begun);
  if (second) return second;
  const opened = await openSession(call, { user, ...begun }, session.tokens);
  return opened ?? refuse(problem('A042', '', { provider: begun.by ?? '' }));
}

/** Signs in a user whom the provider is connected with; undefined if there is none. */
export async function enterKnown(
  call: Call,
  session: SessionServices,
  provider: OidcProvider,
  claims: Claims,
): Promise<Reply | undefined> {
  const { services, descriptor } = call;
  const identity = await findIdentity(services.database, claims.issuer, claims.subject);
  if (!identity) return undefined;
  const users = usersResource(descriptor.resources);
  const user = await findUser(services.database, users, identity.userId);
  if (!user) throw new Error('an identity without its user');
  const proof = { provider, claims, identityId: identity.id };
  return await enter(call, session, user, await toBegun(call, user, proof));
}

/** What the provider answered, and the identity that it is of if the user has it already. */
type Proof = { provider: OidcProvider; claims: Claims; identityId?: string };

/** What a sign-in at a provider says about the session that follows, and about the user. */
export async function toBegun(
  call: Call,
  user: Account,
  { provider, claims, identityId }: Proof,
): Promise<Begun> {
  const { descriptor } = call;
  const otherwise = firstRole(descriptor);
  const role = roleOf(provider, claims.groups, { current: user.role, otherwise }, descriptor);
  const orcid = await newOrcid(call, provider, claims, user._id);
  const id = identityId ?? newId();
  return {
    by: provider.name,
    identity: { id, session: claims.session },
    ...(identityId === undefined && { connect: toConnection(provider, claims, id) }),
    changes: { ...(role !== user.role && { role }), ...(orcid !== undefined && { orcid }) },
  };
}

export function toConnection(
  { name }: OidcProvider,
  { issuer, subject, email }: Claims,
  id = newId(),
) {
  return { id, provider: name, issuer, subject, email };
}

/** The iD of a user who has none yet, from the provider that gives them. */
export async function newOrcid(
  { services, descriptor }: Call,
  { fills }: OidcProvider,
  { subject }: Claims,
  userId: string | undefined,
): Promise<string | undefined> {
  const users = usersResource(descriptor.resources);
  if (fills === undefined || !users.fields.has(fills)) return undefined;
  const orcid = userId === undefined ? null : await orcidOf(services.database, userId);
  return orcid === null ? subject : undefined;
}
