import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { count, Row, text } from './parts.ts';
import { ProblemItem } from './problem.ts';
import { BulkSummary } from './summary.ts';

/** The most ids in one call; a filter may match any number of records. */
export const MAX_IDS = 10_000;

/** The most records with values of their own in one call, because each has its own result. */
export const MAX_RECORDS = 1_000;

const index = count.describe('The position in `records`.');

const written = {
  index,
  _id: text,
  _version: z.int().min(1),
  record: Row.optional().describe(
    'The current record; missing if someone has deleted it in the meantime.',
  ),
};

/** The result for one record of a call in which each record has its own values. */
const EntryResult = z.discriminatedUnion('status', [
  z.object({
    index,
    _id: text.optional(),
    status: z.literal('failed'),
    problems: z.array(ProblemItem),
    current: Row.optional().describe('With `S003`: the record as it is now.'),
  }),
  z.object({ ...written, status: z.literal('created') }),
  z.object({ ...written, status: z.literal('unchanged') }),
  z.object({
    ...written,
    status: z.literal('updated'),
    before: z
      .record(text, z.unknown())
      .describe('The merge patch that restores the previous values.'),
  }),
  z.object({
    index,
    _id: text,
    status: z.literal('deleted'),
    // Values computed from other records are missing, so this is not a `Row`.
    before: z
      .looseObject({ _id: text, _version: z.int().min(1) })
      .describe('The whole record, for creating it again with the same `_id`.'),
  }),
]);

export type EntryResult = AnswerOf<typeof EntryResult>;

const stopped = z
  .object({ changed: z.array(text), left: z.array(text) })
  .optional()
  .describe(
    'If the run was stopped, by its person or because the server stops: records by `_id`, at most 10,000 of each.',
  );

/** The result for many records; `results` is present if each has its own values. */
export const BulkAnswer = BulkSummary.extend({
  stopped,
  results: z.array(EntryResult).max(MAX_RECORDS).optional(),
});

export type BulkAnswer = AnswerOf<typeof BulkAnswer>;

const Progress = BulkSummary.pick({
  created: true,
  updated: true,
  unchanged: true,
  deleted: true,
  failed: true,
  duplicates: true,
}).extend({
  run: text.describe('Identifies this run for `POST /api/bulk/{run}/stop`.'),
  done: count,
  expected: count,
});

const BulkRunSummary = BulkSummary.extend({ stopped });

export type BulkRunSummary = AnswerOf<typeof BulkRunSummary>;

export const BulkLine = z
  .union([z.object({ progress: Progress }), z.object({ summary: BulkRunSummary })])
  .describe('One line of JSON after each batch, and a last line with the summary.');

export type BulkLine = AnswerOf<typeof BulkLine>;
