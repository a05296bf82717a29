import type { z } from 'zod';
import { problem } from '../../../fields/problems/problem.ts';
import { listFactors } from '../../../store/system/accounts/factors.ts';
import { findIdentity } from '../../../store/system/accounts/identities.ts';
import { proveSession } from '../../../store/system/accounts/sessions.ts';
import type { AuditDetail } from '../../../store/system/audit/write-audit.ts';
import { answerEmpty, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, type Refusal, refuse } from '../../../services/refusal.ts';
import { codes, refuseWrongFactor } from '../factors/second-factor.ts';
import { recordFailure } from '../sign-in/password-attempts.ts';
import type { SessionServices } from '../session-services.ts';
import { providerOf } from './open-provider.ts';
import { connectBody } from './own-identities.ts';
import { takePending } from './pending.ts';
import { readResponse } from './read-response.ts';

export const providerProofBody = connectBody.extend(codes);

/**
 * Takes a sign-in at a provider, just now, as a fresh proof. Users who have a second factor add its code, so a session
 * at the provider alone is not enough.
 */
export async function proveByProvider(
  call: UserCall,
  { authenticator }: SessionServices,
): Promise<Reply> {
  const body = await parseBody(call, providerProofBody);
  if (isRefusal(body)) return body;
  const { user, services, sessionId } = call;
  const { code, recoveryCode, ...signIn } = body.value;
  const hasFactor = (await listFactors(services.database, user._id)).length > 0;
  if (hasFactor && code === undefined && recoveryCode === undefined)
    return refuse(problem('A028', 'code'));
  const refused =
    (hasFactor && (await refuseWrongFactor(call, { code, recoveryCode }))) ||
    (await refuseOtherIdentity(call, signIn, { proving: true }));
  if (refused) return refused;
  await proveSession(services.database, sessionId);
  authenticator.forget();
  return answerEmpty(call, 204);
}

/** Why a sign-in at a provider is not that of the caller, just now, if it is not. `detail` tells the audit its purpose. */
export async function refuseOtherIdentity(
  call: UserCall,
  { provider: name, response }: z.output<typeof connectBody>,
  detail: AuditDetail,
): Promise<Refusal | undefined> {
  const provider = providerOf(call, name);
  if (!provider) return refuse(problem('S001', 'provider'));
  const pending = await takePending(call, provider, response, 'prove');
  if (isRefusal(pending)) return pending;
  const claims = await readResponse(call, provider, response, pending);
  if (isRefusal(claims)) return claims;
  const identity = await findIdentity(call.services.database, claims.issuer, claims.subject);
  if (identity?.userId === call.user._id) return undefined;
  await recordFailure(call, call.user, detail);
  return refuse(problem('A029', 'provider'));
}
