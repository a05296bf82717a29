import { randomBytes, randomInt } from 'node:crypto';
import { findSalt, spendCode } from '../../../store/system/accounts/factors.ts';
import type { QueryRunner } from '../../../store/store.ts';
import type { UserCall } from '../../http/call.ts';
import { type Refusal, refuseAs } from '../../../services/refusal.ts';
import { counterOf, spendLimits } from '../limits.ts';
import { deriveKey, passwordGate } from '../password-hash.ts';

/** Without those that look alike. Ten of 31 are 49 bits: with the limit on attempts, too many to guess. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODES = 10;

/** The server hashes as many secrets as it can. The client tries again. */
export const refuseBusy = refuseAs('S005', { headers: { 'Retry-After': '2' } });

/** Codes to show once, and the hashes to store: they are short, so that each is hashed like a password. */
type NewCodes = { codes: string[]; salt: Buffer; hashes: Buffer[] };

/** Makes ten recovery codes for the caller, within their limit. */
export async function createCodes(call: UserCall): Promise<NewCodes | Refusal> {
  const tooOften = await spendLimits(call, counterOf('recoveryCodes', call.user._id));
  if (tooOften) return tooOften;
  const codes = Array.from({ length: CODES }, createCode);
  const salt = randomBytes(16);
  const hashes: Buffer[] = [];
  const done = await passwordGate(async () => {
    for (const code of codes) hashes.push(await hashOf(code, salt));
  });
  return done ? { codes, salt, hashes } : refuseBusy;
}

/** Takes a recovery code away for its one use. Undefined when the server hashes as many secrets as it can. */
export async function spendRecoveryCode(
  sql: QueryRunner,
  userId: string,
  code: string,
): Promise<boolean | undefined> {
  const salt = await findSalt(sql, userId);
  if (!salt) return false;
  const hashed = await passwordGate(() => hashOf(code, salt));
  return hashed && (await spendCode(sql, userId, hashed.value));
}

function createCode(): string {
  const part = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${part()}-${part()}`;
}

/** People write them in upper case, and with other marks between the parts or none. */
function hashOf(code: string, salt: Buffer): Promise<Buffer> {
  return deriveKey(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''), salt);
}
