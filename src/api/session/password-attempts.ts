import { USERS } from '../../store/accounts/account.ts';
import { noteAudit } from '../../store/audit/note-audit.ts';
import type { Call } from '../call.ts';
import { knownDevice } from './device.ts';
import {
  accountKey,
  forgetLimit,
  limited,
  networkOf,
  returnLimit,
  type Limited,
} from './limits.ts';

/**
 * What an attempt is counted under. The account goes only together with where it is tried from, or
 * anyone could lock anyone out; a browser that has signed in before is counted by itself.
 */
export function countedUnder(call: Call, email: string): Limited[] {
  const account = accountKey(email);
  const device = knownDevice(call, email);
  if (device) return [limited('loginDevice', device.id, account)];
  const network = networkOf(call);
  return [limited('login', network), limited('loginAccount', network, account)];
}

/** The password was right. */
export async function forgive(call: Call, counted: readonly Limited[]): Promise<void> {
  for (const each of counted) {
    // Only this one: whoever has one account of their own must not get to try the others without end.
    if (each.limit === 'login') await returnLimit(call, each);
    else await forgetLimit(call, each);
  }
}

/** Of an unknown address not even the text is kept: people type passwords there. */
export async function noteFailure(
  { parts, address, requestId }: Call,
  account: { _id: string } | undefined,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await noteAudit(parts.database, {
    action: 'signInFailed',
    actor: null,
    address,
    requestId,
    resource: USERS,
    record: account?._id ?? null,
    detail,
  });
}
