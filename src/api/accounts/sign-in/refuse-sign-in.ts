import type { Account } from '../../../store/system/account.ts';
import type { Call } from '../../http/call.ts';
import { type Refusal, refuseAs } from '../../../services/refusal.ts';
import { recordFailure } from './password-attempts.ts';

/** The same problem for an unknown address, a wrong password and an account that never had a password. */
const wrong = refuseAs('A002');

export async function refuseWrong(call: Call, account: Account | undefined): Promise<Refusal> {
  call.services.log.info(
    { requestId: call.requestId, address: call.address, userId: account?._id ?? null },
    'sign-in failed',
  );
  await recordFailure(call, account);
  return wrong;
}

/** Tells the status of an account only to callers who know its password. */
export async function refuseClosed(call: Call, account: Account): Promise<Refusal | undefined> {
  const { _id, status } = account;
  if (status === 'confirmed') return undefined;
  const { services, requestId } = call;
  services.log.info(
    { requestId, userId: _id, status },
    'sign-in rejected: the account is not active',
  );
  await recordFailure(call, account, { status });
  return refuseAs(status === 'disabled' ? 'A005' : 'A004');
}
