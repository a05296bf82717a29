import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { PasswordOwner } from '../../fields/password.ts';
import { checkByRule } from '../sign-in/account/password-rule.ts';

// Without dictionaries: 12 kB that know repeats, sequences, dates and twins of letters. What is tried
// first of all is in the rule by which the server refuses it.
const zxcvbn = new ZxcvbnFactory();

/** The estimator slows down with the length; what is longer than this is hard to guess anyway. */
const LOOKED_AT = 100;

/** From 0, refused or guessed at once, to 4, hard to guess even for who has the hash. */
export function estimateStrength(password: string, owner: PasswordOwner): number {
  if (checkByRule(password, owner).length > 0) return 0;
  const known = [owner.name, owner.email].flatMap((text) => (text ?? '').split(/[\s@.]+/));
  return zxcvbn.check(password.slice(0, LOOKED_AT), known.filter(Boolean)).score;
}
