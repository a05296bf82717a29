import { z } from 'zod';
import { ensure } from '../../fields/ensure.ts';

const notEmpty = ensure((text: string) => (text === '' ? { code: 'V001' } : undefined));

export const someText = z.string().check(notEmpty);

/**
 * What is typed to say who one is, in the form addresses are kept in. No rule for addresses:
 * what is none matches no account, and saying so would only tell the two apart.
 */
export const emailAddress = z
  .string()
  .overwrite((text) => text.normalize('NFKC').trim().toLowerCase())
  .check(notEmpty);

/**
 * An address as it is kept, to which something is sent: letters that only look like those of another
 * address, or become them when they are made small, match nothing.
 */
export const storedAddress = z
  .string()
  .overwrite((text) => (/^[\x20-\x7e]*$/.test(text) ? text.trim().toLowerCase() : text.trim()))
  .check(notEmpty);
