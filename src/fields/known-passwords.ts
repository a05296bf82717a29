import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * What broken lists of passwords have most often, as far as it is long enough to be chosen: 17,950 of 49,233 (ASVS 5.0,
 * 6.2.4 asks for 3,000). Some 190 kB of JavaScript compressed: a page loads it when a password is typed.
 */
export function listCommonPasswords(shortest: number): string[] {
  return dictionary['passwords-common'].filter((each) => each.length >= shortest);
}
