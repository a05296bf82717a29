import { z } from 'zod';
import { Identities, Identity, type SignInWays } from '../../../contract/people/identities.ts';
import { problem } from '../../../fields/problems/problem.ts';
import {
  hasOtherWay,
  listIdentities,
  MOST_IDENTITIES,
  removeIdentity,
  type Identity as StoredIdentity,
} from '../../../store/system/accounts/identities.ts';
import { endSessionsOfIdentity } from '../../../store/system/accounts/sessions.ts';
import { answer, answerEmpty, type Reply } from '../../http/answer/answer.ts';
import type { Call, UserCall } from '../../http/call.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse, refuseAs } from '../../../services/refusal.ts';
import { applyChanges } from '../apply-changes.ts';
import { nonEmptyText } from '../bodies.ts';
import { connectIdentity, reportIdentity } from '../connect-identity.ts';
import { hasPasswords } from '../sign-in/password-sign-in.ts';
import type { SessionServices } from '../session-services.ts';
import { newOrcid, toConnection } from './enter.ts';
import { providerOf } from './open-provider.ts';
import { begin, takePending } from './pending.ts';
import { readResponse, responseText } from './read-response.ts';

export const providerBody = z.strictObject({
  provider: nonEmptyText.max(100).describe('The `name` of the provider.'),
});

export const connectBody = providerBody.extend({ response: responseText });

export function waysOf(call: Call): SignInWays {
  const { oidc = [] } = call.services;
  return {
    passwords: hasPasswords(call),
    providers: oidc.map(({ name, label }) => ({ name, label })),
  };
}

export async function listOwnIdentities(call: UserCall): Promise<Response> {
  const data = (await listIdentities(call.services.database, call.user._id)).map((identity) =>
    toShown(call, identity),
  );
  return answer(call, 200, Identities, { data, ...waysOf(call) });
}

function toShown({ services }: Call, identity: StoredIdentity): Identity {
  const { id, provider, issuer, email, createdAt, usedAt } = identity;
  const settings = services.oidc?.find((each) => each.issuer === issuer);
  return { id, provider, label: settings?.label ?? issuer, email, createdAt, usedAt };
}

/** Answers the address at which to sign in to connect a provider. */
export async function startConnection(call: UserCall): Promise<Reply> {
  return await startOwn(call, 'connect');
}

/** Answers where to sign in again, as a fresh proof. */
export async function startProviderProof(call: UserCall): Promise<Reply> {
  return await startOwn(call, 'prove');
}

async function startOwn(call: UserCall, purpose: 'connect' | 'prove'): Promise<Reply> {
  const body = await parseBody(call, providerBody);
  if (isRefusal(body)) return body;
  const provider = providerOf(call, body.value.provider);
  if (!provider) return refuse(problem('S001', 'provider'));
  return await begin(call, provider, { purpose, sessionId: call.sessionId });
}

/** Connects the provider with the account of the caller. */
export async function connectOwn(call: UserCall, session: SessionServices): Promise<Reply> {
  const body = await parseBody(call, connectBody);
  if (isRefusal(body)) return body;
  const { response } = body.value;
  const provider = providerOf(call, body.value.provider);
  if (!provider) return refuse(problem('S001', 'provider'));
  const pending = await takePending(call, provider, response, 'connect');
  if (isRefusal(pending)) return pending;
  const claims = await readResponse(call, provider, response, pending);
  if (isRefusal(claims)) return claims;

  const { services, user } = call;
  const orcid = await newOrcid(call, provider, claims, user._id);
  const identity = await services.database.transaction((sql) =>
    connectIdentity(sql, call, user, toConnection(provider, claims)),
  );
  if (!identity) return refuse(problem('A047', '', { max: MOST_IDENTITIES }));
  if (orcid !== undefined) await applyChanges(call, session.store, user._id, { orcid });
  session.events.announce();
  return answer(call, 201, Identity, toShown(call, identity));
}

/** Takes a connection away, but not the last way to sign in. Ends the other sessions that it opened. */
export async function removeOwn(
  call: UserCall,
  { authenticator }: SessionServices,
): Promise<Reply> {
  const { services, user, params, sessionId } = call;
  const id = params['id'] ?? '';
  const ways = {
    passwords: hasPasswords(call),
    issuers: (services.oidc ?? []).map(({ issuer }) => issuer),
  };
  const outcome = await services.database.transaction(async (sql) => {
    const isOwn = (await listIdentities(sql, user._id)).some((each) => each.id === id);
    if (!isOwn) return 'S001';
    if (!(await hasOtherWay(sql, user._id, id, ways))) return 'A045';
    const removed = await removeIdentity(sql, user._id, id);
    if (!removed) return 'S001';
    await endSessionsOfIdentity(sql, id, 'identity', { kept: sessionId });
    await reportIdentity(sql, call, user, { action: 'identityRemoved', ...removed });
    return undefined;
  });
  if (outcome) return refuseAs(outcome);
  authenticator.forget();
  return answerEmpty(call, 204);
}
