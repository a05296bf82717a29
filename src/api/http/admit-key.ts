import { problem, type Problem } from '../../fields/problems/problem.ts';
import { countUse, type OpenKey, saveUse } from '../../store/system/accounts/api-keys.ts';
import { writeAudit, writeKeyRefused } from '../../store/system/audit/write-audit.ts';
import type { Call, UserCall } from './call.ts';
import { auditActorOf } from '../../services/acting.ts';
import { type Refusal, refuse } from '../../services/refusal.ts';
import { officeOf, type Route } from './route.ts';
import { isInRanges } from './address-ranges.ts';

/** Whether a key has not ended. */
export function isOpen({ isRevoked, expiresAt }: OpenKey, now: number): boolean {
  return !isRevoked && (expiresAt === null || expiresAt > now);
}

/**
 * Checks what a key itself allows: time, address, rate and kind of route. What it may do with records is in the
 * descriptor of the call.
 */
export async function refuseKey(
  call: UserCall,
  key: OpenKey,
  route: Pick<Route, 'needs' | 'takesKey' | 'fresh'>,
): Promise<Refusal | undefined> {
  const { clock = Date.now } = call.services;
  if (!isOpen(key, clock())) return await refuseOf(call, key, problem('A035', ''));
  if (key.addresses.length > 0 && !isInRanges(call.address, key.addresses))
    return await refuseOf(call, key, problem('A036', '', { address: call.address }));
  // The request of the assistant has been counted.
  if (call.by) return takesKeys(route) ? undefined : await refuseOf(call, key, problem('A038', ''));
  const tooMany = await refuseRate(call, key);
  if (tooMany) return tooMany;
  return takesKeys(route) ? undefined : await refuseOf(call, key, problem('A038', ''));
}

/** Counts requests of a key; a body may have more of them. */
export async function refuseRate(
  call: UserCall,
  key: OpenKey,
  requests = 1,
): Promise<Refusal | undefined> {
  const { id, rate } = key;
  const { isOver, left, reset, isFirstOfMinute } = await countUse(
    call.services.database,
    id,
    rate,
    requests,
  );
  call.quotas.set(id, { name: 'key', quota: rate, window: 60, left, reset });
  if (isOver) {
    const refusal = await refuseOf(call, key, problem('A037', '', { max: rate, seconds: reset }));
    return { ...refusal, headers: { 'Retry-After': String(reset) } };
  }
  if (isFirstOfMinute) await recordUse(call, key);
  return undefined;
}

/** Routes of records take keys, unless they need a fresh proof; other routes only if they say so. */
export function takesKeys({
  needs,
  fresh,
  takesKey,
}: Pick<Route, 'needs' | 'takesKey' | 'fresh'>): boolean {
  if (fresh || officeOf(needs)) return false;
  return takesKey ?? (needs === 'anyone' || typeof needs === 'object');
}

async function recordUse(call: Call, { id, name }: OpenKey): Promise<void> {
  const { database } = call.services;
  const isFirstOfDay = await saveUse(database, id, call.address);
  if (isFirstOfDay)
    await writeAudit(database, { action: 'keyUsed', ...auditActorOf(call), detail: { name } });
}

async function refuseOf(call: UserCall, { name }: OpenKey, reason: Problem): Promise<Refusal> {
  const { database } = call.services;
  await writeKeyRefused(database, { ...auditActorOf(call), name, reason: String(reason.code) });
  return refuse(reason);
}
