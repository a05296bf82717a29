import { problem } from '../../fields/problems/problem.ts';
import { findToken, spendToken } from '../../store/system/accounts/tokens.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { Call } from '../http/call.ts';
import { isSameSite } from '../http/cookies.ts';
import { parseBody } from '../http/json-body.ts';
import { isRefusal, refuse, refuseAs } from '../../services/refusal.ts';
import type { Reply } from '../http/answer/answer.ts';
import { usersResource } from '../../store/system/account.ts';
import { proofBody } from './bodies.ts';
import { askSecondFactor } from './factors/second-factor.ts';
import { countBeforeReading, counterOf, networkOf, returnLimit } from './limits.ts';
import { openSession } from './sign-in/open-session.ts';
import { refuseClosed } from './sign-in/refuse-sign-in.ts';
import { hashSecret } from '../http/key-text.ts';
import type { SessionServices } from './session-services.ts';

/** Signs in by the link that a command on the server printed for an admin. It works once. */
export async function loginWithLink(call: Call, session: SessionServices): Promise<Reply> {
  const { services, request, descriptor } = call;
  if (!isSameSite(request, services.publicUrl)) return refuseAs('A011');
  const counted = counterOf('reset', networkOf(call));
  const body = await countBeforeReading(call, counted, () => parseBody(call, proofBody));
  if (isRefusal(body)) return body;
  const { id, token } = body.value;
  const over = refuse(problem('A014', 'token'));
  const hash = hashSecret(token);
  const users = usersResource(descriptor.resources);
  const user = await findToken(services.database, users, id, hash, ['signIn']);
  if (!user) return over;
  await returnLimit(call, counted);
  const closed = await refuseClosed(call, user);
  if (closed) return closed;
  const claim = (sql: QueryRunner): Promise<boolean> => claimLink(sql, id, hash);
  const second = await askSecondFactor(call, user, { by: 'link' });
  if (second) return (await claim(services.database)) ? second : over;
  return (await openSession(call, { user, claim, by: 'link' }, session.tokens)) ?? over;
}

/** Takes the link away for its one use. */
async function claimLink(sql: QueryRunner, id: string, hash: Buffer): Promise<boolean> {
  return await spendToken(sql, id, hash, ['signIn']);
}
