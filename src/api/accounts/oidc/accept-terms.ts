import { z } from 'zod';
import { problem } from '../../../fields/problems/problem.ts';
import { findChallenge, spendChallenge } from '../../../store/system/accounts/tokens.ts';
import type { Call } from '../../http/call.ts';
import { isSameSite } from '../../http/cookies.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse, refuseAs } from '../../../services/refusal.ts';
import type { Reply } from '../../http/answer/answer.ts';
import { accepted, nonEmptyText } from '../bodies.ts';
import { hashSecret } from '../../http/key-text.ts';
import type { SessionServices } from '../session-services.ts';
import { makeAccount } from './newcomer.ts';
import { providerOf } from './open-provider.ts';
import type { Claims } from './read-response.ts';

export const termsBody = z.strictObject({
  challenge: nonEmptyText.max(100).describe('From the refusal `A054`.'),
  acceptedTerms: accepted,
});

/** Makes the account of a newcomer who accepts the terms, as everybody who registers does. */
export async function acceptTerms(call: Call, session: SessionServices): Promise<Reply> {
  const { services, request } = call;
  if (!isSameSite(request, services.publicUrl)) return refuseAs('A011');
  const body = await parseBody(call, termsBody);
  if (isRefusal(body)) return body;
  const hash = hashSecret(body.value.challenge);
  const over = refuse(problem('A014', 'challenge'), { status: 401 });
  const challenge = await findChallenge(services.database, hash, 'oidcTerms');
  if (!challenge) return over;
  const { provider: name, claims } = challenge.detail as { provider: string; claims: Claims };
  const provider = providerOf(call, name);
  if (!provider || !(await spendChallenge(services.database, hash, 'oidcTerms'))) return over;
  return await makeAccount(call, session, provider, claims);
}
