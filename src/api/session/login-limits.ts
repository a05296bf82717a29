import { createHash } from 'node:crypto';
import {
  forgetAttempts,
  returnAttempt,
  takeAttempt,
  type Allowance,
} from '../../store/accounts/attempts.ts';
import type { QueryRunner } from '../../store/store.ts';
import { addressPrefix } from '../client-address.ts';

/** An office behind one address signs in at nine o'clock; only what failed stays counted. */
const perAddress: Allowance = { free: 20, pause: 6, longest: 6, forget: 60 };

/** Five mistakes in a row are human; then one attempt a minute, after two, after four … */
const perAccount: Allowance = { free: 5, pause: 60, longest: 900, forget: 3_600 };

export type LoginAttempt = { address: string; account: string };

/**
 * The keys one attempt is counted under. The account goes only together with where it is tried
 * from: otherwise anyone could lock anyone out. It is hashed, for people type passwords there.
 */
export function loginAttempt(address: string, email: string): LoginAttempt {
  const prefix = addressPrefix(address);
  const account = createHash('sha256').update(email).digest('base64url');
  return { address: `login ${prefix}`, account: `login ${prefix} ${account}` };
}

/** Counts the attempt before the password is looked at; seconds to wait, or 0. */
export async function takeLogin(sql: QueryRunner, keys: LoginAttempt): Promise<number> {
  const wait = await takeAttempt(sql, keys.address, perAddress);
  return wait > 0 ? wait : await takeAttempt(sql, keys.account, perAccount);
}

export async function returnLogin(sql: QueryRunner, keys: LoginAttempt): Promise<void> {
  await forgetAttempts(sql, keys.account);
  // Only this one: whoever has one account of their own must not get to try the others without end.
  await returnAttempt(sql, keys.address);
}
