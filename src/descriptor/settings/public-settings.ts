import { z } from 'zod';
import { ownFieldName } from '../../fields/type/named-parts.ts';
import { filterSetting } from '../../fields/type/to-field.ts';
import type { DeclaredFilter } from '../filter/declared-filter.ts';
import { fieldNames } from './settings.ts';

const formSettings = z.strictObject({
  fields: fieldNames
    .min(1)
    .describe(
      'The fields of the form in display order. All other fields get their defaults. References offer published records only.',
    ),
  when: filterSetting
    .optional()
    .describe(
      'The entries that the form accepts: a condition such as `event.open and event.free > 0`, judged before the record is created. It uses fields of the record, and public fields of others. Default: all.',
    ),
  rate: z
    .string()
    .regex(/^[1-9]\d{0,3}\/(min|h|d)$/)
    .meta({ title: 'a number and a period, such as 10/h (min, h or d)' })
    .default('10/h')
    .describe(
      'How many entries the form accepts from one network: a number per `min`, `h` or `d`. From all networks together it accepts twenty times as many.',
    ),
  confirm: ownFieldName
    .optional()
    .describe(
      'A required email field of the form, such as `email`. Its owner gets an email with a link, which creates the record within 24 hours. Default: none, the record is created at once.',
    ),
});

/** What of a resource is open to everybody. */
export const publicSettings = z.strictObject({
  fields: fieldNames
    .min(1)
    .optional()
    .describe('The fields that anyone may read without signing in, at `/api/public`.'),
  counts: fieldNames
    .min(1)
    .optional()
    .describe(
      'Computed fields that are public although they count records that are not: the free places of an event whose sign-ups are private. Default: none.',
    ),
  where: filterSetting
    .optional()
    .describe(
      "Which records are published: a condition such as `status = 'reviewed'`. It uses public fields only. Default: all.",
    ),
  create: formSettings
    .optional()
    .describe('A form by which anyone may create a record without signing in. Default: none.'),
});

/** The form by which anybody may create a record. */
export type PublicForm = {
  fields: readonly string[];
  /** The entries that it accepts; absent: all. */
  when?: DeclaredFilter;
  /** The email field whose owner confirms an entry. */
  confirm?: string;
  /** How many entries it accepts from one network in so many seconds. */
  rate: { most: number; seconds: number };
};

/** Reads a rate that the grammar has checked. */
export function toRate(text: string): PublicForm['rate'] {
  const [most, period] = text.split('/');
  return { most: Number(most), seconds: secondsOf[period as keyof typeof secondsOf] };
}

const secondsOf = { min: 60, h: 3_600, d: 86_400 };
