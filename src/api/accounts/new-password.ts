import { checkPassword } from '../../fields/password.ts';
import { problem } from '../../fields/problem.ts';
import { findHash } from '../../store/system/accounts/credentials.ts';
import type { UserCall } from '../http/call.ts';
import { refuse, refuseAs, type Refusal } from '../http/refusal.ts';
import { forgetLimit, limited, takeLimits } from './limits.ts';
import { hashPassword, passwordGate, verifyPassword } from './password-hash.ts';

type Told = { currentPassword?: string | undefined; password?: string | undefined };

/** The hash of a new password, when one is asked for by somebody who knows the current one. */
export async function readNewPassword(
  call: UserCall,
  { currentPassword, password }: Told,
): Promise<{ hash?: string } | Refusal> {
  if (currentPassword === undefined && password === undefined) return {};
  if (currentPassword === undefined) return refuse(problem('V001', 'currentPassword'));
  if (password === undefined) return refuse(problem('V001', 'password'));
  const problems = checkPassword(password, call.user);
  if (problems.length > 0) return refuse(problems);

  // A session left open is no reason to let its finder try passwords without end.
  const counted = limited('password', call.user._id);
  const tooOften = await takeLimits(call, counted);
  if (tooOften) return tooOften;
  const known = await findHash(call.parts.database, call.user._id);
  const hashed = await passwordGate(async () =>
    (await verifyPassword(currentPassword, known)) ? await hashPassword(password) : undefined,
  );
  if (hashed === undefined) return refuseAs('S005', { headers: { 'Retry-After': '2' } });
  if (hashed.value === undefined) return refuse(problem('A015', 'currentPassword'));
  await forgetLimit(call, counted);
  return { hash: hashed.value };
}
