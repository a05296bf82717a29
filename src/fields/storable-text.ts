import { z } from 'zod';
import { ensure } from './ensure.ts';

/**
 * PostgreSQL keeps no NUL in a text, and a lone surrogate is no character: UTF-8
 * would turn it into `�` without saying so.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Refuses a text that would not come back from the database as it went in. */
export const storable = ensure((text: string) => (isStorable(text) ? undefined : { code: 'V013' }));

/** The rule of an operand that is any text. */
export const textOperand = z.string().check(storable);
