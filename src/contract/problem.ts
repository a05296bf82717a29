import type { AnswerOf } from './answer-of.ts';
import { z } from 'zod';
import { allProblemTexts, type AnyProblemCode } from '../fields/problems/all-problem-codes.ts';
import type { ProblemParams } from '../fields/problems/problem.ts';
import { Check } from './checks.ts';
import { count, text } from './parts.ts';

const code = z.custom<AnyProblemCode>().meta({ type: ['string', 'integer'] });

/** One problem, as `fields/problems/problem.ts` collects it. */
export const ProblemItem = z
  .object({
    code: code.describe('Never changes its meaning; `11000` is a duplicate.'),
    path: text.describe("A field (`tagtog.id`), a parameter, or '' for the whole request."),
    message: text.describe('The text in English.'),
    hint: text.optional().describe('A suggestion for a valid value.'),
    params: z
      .custom<ProblemParams>()
      .optional()
      .meta({ type: 'object', description: 'The values of the placeholders in the text.' }),
  })
  .meta({ id: 'ProblemItem' });

/** The body of every error response (RFC 9457). */
export const Problem = z
  .object({
    type: text,
    title: text,
    status: z.int(),
    detail: text,
    code: code.describe(
      `The code of the first problem. One of ${Object.keys(allProblemTexts).length}; see docs/problems.md.`,
    ),
    problems: z.array(ProblemItem),
    requestId: text.describe('The log has the details under this ID.'),
    current: z
      .record(text, z.unknown())
      .optional()
      .describe('With 412: the current state of the record.'),
    resource: text.optional().describe('The collection of the affected record.'),
    _id: text.optional().describe('The affected record, if the request names several.'),
    referrers: z
      .array(z.object({ resource: text, field: text, count }))
      .optional()
      .describe('With 409 on deletion: the records that refer to this one.'),
    checks: z.array(Check).optional().describe('With `/readyz?verbose`: all checks.'),
    base: text.optional().describe('With `S051`: the hash of the texts the change began from.'),
    currentHash: text.optional().describe('With `S051`: the hash of the texts as they are now.'),
    challenge: text
      .optional()
      .describe(
        'With `A028`: what a second factor is sent with, for five minutes. With `A043`: what the password is sent with.',
      ),
    factors: z
      .array(text)
      .optional()
      .describe('With `A028`: what the user can send: `totp`, `passkey`, `recoveryCode`.'),
    passkey: z
      .record(text, z.unknown())
      .optional()
      .describe('With `A028`: options for `navigator.credentials.get`.'),
  })
  .meta({ id: 'Problem' });

export type Problem = AnswerOf<typeof Problem>;
