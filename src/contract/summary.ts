import type { AnswerOf } from './answer-of.ts';
import { z } from 'zod';
import { count, text } from './parts.ts';
import { ProblemItem } from './problem.ts';
import { StepCounts } from './steps.ts';

const row = z.int().min(1);

export const fileProblem = {
  column: text.optional().describe('Files only: the column of the value.'),
  value: text.optional().describe('Files only: the value in the file.'),
  proposed: text.optional().describe('The value that was probably meant; `take` accepts it.'),
};

/** The outcome for many records. */
export const BulkSummary = z
  .object({
    total: count,
    created: count,
    updated: count,
    unchanged: count,
    deleted: count,
    failed: count.describe(
      'The number of failures, including those beyond the first 1000 problems.',
    ),
    duplicates: count.describe('The number of failures with code 11000.'),
    warnings: count.optional().describe('Imports only: rows that were accepted with a warning.'),
    mended: count.optional().describe('Imports only: rows with mended cells.'),
    leftOut: count.optional().describe('Imports only: rows that were left out on request.'),
    warned: z
      .array(ProblemItem.extend({ row, ...fileProblem }))
      .max(1_000)
      .optional()
      .describe('Imports only: the warnings.'),
    steps: StepCounts.optional().describe('Imports with steps: what each has changed.'),
    referencesCreated: z
      .record(text, count)
      .optional()
      .describe(
        'Imports that create missing records: how many were created because rows refer to them, by collection.',
      ),
    missing: z
      .object({
        total: count,
        changed: count,
        failed: count,
        isWithheld: z
          .boolean()
          .describe(
            'Nothing was changed, because a row that failed or was left out may be about them.',
          ),
        ids: z.array(text).max(100).describe('The first of them.'),
      })
      .optional()
      .describe('Imports with `missing`: the records that the file lacks.'),
    unusedFiles: z
      .object({ count, paths: z.array(text).max(100) })
      .optional()
      .describe(
        'Imports of a ZIP: how many of its files no row names, and the paths of the first 100.',
      ),
    problems: z
      .array(
        ProblemItem.extend({
          _id: text.optional(),
          resource: text.optional(),
          row: row.optional(),
          ...fileProblem,
        }),
      )
      .max(1_000),
  })
  .meta({ id: 'BulkSummary' });

export type BulkSummary = AnswerOf<typeof BulkSummary>;
