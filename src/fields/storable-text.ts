import { z } from 'zod';
import { valueCheck } from './value-check.ts';

/** PostgreSQL stores no NUL in a text, and a lone surrogate is not a character: UTF-8 would silently turn it into `�`. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Refuses a text that the database would change. */
export const storable = valueCheck((text: string) =>
  isStorable(text) ? undefined : { code: 'V013' },
);

/** The rule of an operand that can be any text. */
export const textOperand = z.string().check(storable);
