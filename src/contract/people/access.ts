import { z } from 'zod';
import type { AnswerOf } from '../answer-of.ts';
import { text } from '../parts.ts';

/** The operations on one record. */
export const recordOperations = [
  'read',
  'update',
  'delete',
  'export',
  'history',
  'restore',
] as const;

/** The rules that decide. */
const accessRules = [
  'inactive',
  'anonymised',
  'all',
  'notGranted',
  'granted',
  'rows',
  'keyEnded',
  'keyNotGranted',
] as const;

/** What one person may do with one record, and why. */
export const RecordAccess = z.object({
  user: z.object({ _id: text, name: text, role: text }),
  key: z.object({ id: text, name: text }).nullable().describe('The API key of the question.'),
  operations: z.array(
    z.object({
      operation: z.enum(recordOperations),
      allowed: z.boolean(),
      rule: z
        .enum(accessRules)
        .describe(
          'The rule that decides. `inactive`: only confirmed users may do anything. `anonymised`: the record is a user who was anonymised, and cannot change. `all`: the role may do everything. `granted`, `notGranted`: by the permissions of the resource. `rows`: by filters on records. `keyEnded`: the key has expired or was revoked. `keyNotGranted`: the key does not allow it.',
        ),
      limits: z
        .array(
          z.object({
            operation: text.describe(
              'The permission that has the filter; `key`: the API key has it',
            ),
            filter: text
              .nullable()
              .describe('The filter in signs; null where it asks for what the caller may not read'),
            holds: z.boolean().describe('Whether the record matches it for this person'),
          }),
        )
        .describe('With `rows`: the filters. The record must match all of them.'),
    }),
  ),
});

export type RecordAccess = AnswerOf<typeof RecordAccess>;
