import { z } from 'zod';
import { valueCheck } from '../problems/value-check.ts';

/** PostgreSQL stores no NUL in a text, and a lone surrogate is not a character: UTF-8 would silently turn it into `�`. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A text that the database stores: NUL is shown as `␀`, half a character as `�`. For reports of cells, never for values. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '\u2400').toWellFormed();
}

/** JSON for `jsonb`, in which every text can be stored. */
export function toStorableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Only such texts have these escapes, or a backslash before the same letters.
  if (!/\\u(0000|d[89a-f])/i.test(json)) return json;
  return JSON.stringify(value, (_name, one: unknown) =>
    typeof one === 'string' ? toStorable(one) : one,
  );
}

/** Refuses a text that the database would change. */
export const storable = valueCheck((text: string) =>
  isStorable(text) ? undefined : { code: 'V013' },
);

/** The rule of an operand that can be any text. */
export const textOperand = z.string().check(storable);
