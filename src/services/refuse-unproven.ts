import { USERS } from '../store/system/account.ts';
import { isProven } from '../store/system/accounts/sessions.ts';
import type { Acting } from './acting.ts';
import { type Refusal, refuseAs } from './refusal.ts';

/**
 * Refuses work on accounts that begins without a fresh proof, so that the caller can give one and repeat the request.
 * The guard of the users judges each write; work in the background would only list what it refuses.
 */
export async function refuseUnproven(
  { services, sessionId }: Pick<Acting, 'services' | 'sessionId'>,
  resources: readonly string[],
): Promise<Refusal | undefined> {
  if (!resources.includes(USERS)) return undefined;
  // Work in the background has no session, and nobody to ask.
  const isSure = sessionId !== undefined && (await isProven(services.database, sessionId));
  return isSure ? undefined : refuseAs('A030');
}
