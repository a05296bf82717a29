import { problem } from '../../../fields/problem.ts';
import { listFactors } from '../../../store/system/accounts/factors.ts';
import { findIdentity } from '../../../store/system/accounts/identities.ts';
import { proveSession } from '../../../store/system/accounts/sessions.ts';
import { answerEmpty } from '../../http/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse, type Reply } from '../../http/refusal.ts';
import { recordFailure } from '../password-attempts.ts';
import type { SessionParts } from '../session-routes.ts';
import { providerOf } from './open-provider.ts';
import { connectBody } from './own-identities.ts';
import { takePending } from './pending.ts';
import { readResponse } from './read-response.ts';

/**
 * Takes a sign-in at a provider, just now, as a fresh proof. Whoever has a second factor has to use it, so a session at
 * the provider alone is not enough.
 */
export async function proveByProvider(
  call: UserCall,
  { authenticator }: SessionParts,
): Promise<Reply> {
  const body = await parseBody(call, connectBody);
  if (isRefusal(body)) return body;
  const { user, parts, sessionId } = call;
  const { response } = body.value;
  const provider = providerOf(call, body.value.provider);
  if (!provider) return refuse(problem('S001', 'provider'));
  if ((await listFactors(parts.database, user._id)).length > 0)
    return refuse(problem('A028', 'provider'));
  const pending = await takePending(call, provider, response, 'prove');
  if (isRefusal(pending)) return pending;
  const claims = await readResponse(call, provider, response, pending);
  if (isRefusal(claims)) return claims;
  const identity = await findIdentity(parts.database, claims.issuer, claims.subject);
  if (identity?.userId !== user._id) {
    await recordFailure(call, user, { proving: true });
    return refuse(problem('A029', 'provider'));
  }
  await proveSession(parts.database, sessionId);
  authenticator.forget();
  return answerEmpty(call, 204);
}
