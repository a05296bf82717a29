import { z } from 'zod';
import { PasskeyOptions } from '../../../contract/people/factors.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { listFactors } from '../../../store/system/accounts/factors.ts';
import { proveSession } from '../../../store/system/accounts/sessions.ts';
import { answer, answerEmpty, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, type Refusal, refuse } from '../../../services/refusal.ts';
import { nonEmptyText } from '../bodies.ts';
import { counterOf, spendLimits } from '../limits.ts';
import { refuseWrongPassword } from '../own-password.ts';
import type { SessionServices } from '../session-services.ts';
import { passkeyBody, requestOptions } from './passkeys.ts';
import { codes, refuseWrongFactor } from './second-factor.ts';

export const proofBody = z.strictObject({
  password: nonEmptyText.optional(),
  ...codes,
  passkey: passkeyBody.optional().describe('In place of everything else.'),
});

export async function startProof(call: UserCall): Promise<Reply> {
  const tooOften = await spendLimits(call, counterOf('passkey', call.user._id));
  if (tooOften) return tooOften;
  return answer(call, 200, PasskeyOptions, { ...(await requestOptions(call, call.user._id)) });
}

/** Takes the proof of a sign-in again, so that the session may do for 15 minutes what needs a fresh one. */
export async function prove(call: UserCall, session: SessionServices): Promise<Reply> {
  const body = await parseBody(call, proofBody);
  if (isRefusal(body)) return body;
  const refused = body.value.passkey
    ? await refuseWrongFactor(call, { passkey: body.value.passkey })
    : await refuseWrongProof(call, session, body.value);
  if (refused) return refused;
  await proveSession(call.services.database, call.sessionId);
  session.authenticator.forget();
  return answerEmpty(call, 204);
}

async function refuseWrongProof(
  call: UserCall,
  session: SessionServices,
  { password, code, recoveryCode }: Omit<z.output<typeof proofBody>, 'passkey'>,
): Promise<Refusal | undefined> {
  const { user, services } = call;
  if (password === undefined) return refuse(problem('V001', 'password'));
  const factors = await listFactors(services.database, user._id);
  if (factors.length > 0 && code === undefined && recoveryCode === undefined)
    return refuse(problem('V001', 'code'));
  const wrong = await refuseWrongPassword(call, session, password, { proving: true });
  if (wrong || factors.length === 0) return wrong;
  return await refuseWrongFactor(call, { code, recoveryCode });
}
