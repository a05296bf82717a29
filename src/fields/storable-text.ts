import { z } from 'zod';
import { ensure, type Finding } from './ensure.ts';

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

/**
 * The rule of a text with one written form: trimmed, normalised, then looked at.
 * What is blank passes as '', which means empty for every type.
 */
export function writtenText(
  maxLength: number,
  normalise: (text: string) => string,
  find: (text: string) => Finding | undefined,
) {
  const findAny = (text: string): Finding | undefined => {
    if (text === '') return undefined;
    return text.length > maxLength ? { code: 'V003', params: { max: maxLength } } : find(text);
  };
  return z
    .string()
    .overwrite((text) => normalise(text.trim()))
    .check(storable, ensure(findAny));
}
