import { findHash } from '../../store/system/accounts/credentials.ts';
import type { AuditDetail } from '../../store/system/audit/write-audit.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { UserCall } from '../http/call.ts';
import { isRefusal, type Refusal, refuse } from '../../services/refusal.ts';
import { recordFailure, tryPassword } from './sign-in/password-attempts.ts';
import type { SessionServices } from './session-services.ts';

/**
 * Why the password is not that of the caller, if it is not. Wrong ones count as failed sign-ins, so an open session
 * gives no further attempts. `detail` tells the audit what it was for.
 */
export async function refuseWrongPassword(
  call: UserCall,
  session: SessionServices,
  password: string,
  detail: AuditDetail,
): Promise<Refusal | undefined> {
  const { user, services } = call;
  const attempt = { email: user.email, password, hasSession: true };
  const tried = await tryPassword(call, session, attempt, async () => ({
    hash: await findHash(services.database, user._id),
  }));
  if (isRefusal(tried)) return tried;
  if (tried.isRight) return undefined;
  await recordFailure(call, user, detail);
  return refuse(problem('A015', 'password'));
}
