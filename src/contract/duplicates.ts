import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { count, moment, nullableMoment, nullableText, Row, text } from './parts.ts';
import { ProblemItem } from './problem.ts';

const Group = z.object({
  count: count.describe('The number of records; at most 20 of them are listed.'),
  records: z.array(Row),
  value: text.optional().describe('The value they share, normalised for the comparison.'),
  similarity: z.number().min(0).max(1).optional(),
});

export type Group = AnswerOf<typeof Group>;

/** Records with the same values, page by page. */
export const Groups = z.object({ data: z.array(Group), total: count, page: count, perPage: count });

export type Groups = AnswerOf<typeof Groups>;

/** A step through records with similar values. */
export const Step = z.object({
  data: z.array(Group),
  checked: count.describe('The number of records compared by this request.'),
  next: nullableText.describe('The value for `_after`; null at the end.'),
});

export type Step = AnswerOf<typeof Step>;

const Moved = z.object({ resource: text, field: text, count });

export type Moved = AnswerOf<typeof Moved>;

export const Merged = z.object({
  merge: nullableText.describe('The ID for undoing the merge; null for a dry run.'),
  record: Row,
  gone: z.array(text),
  moved: z.array(Moved).describe('References that now point to the kept record.'),
});

export type Merged = AnswerOf<typeof Merged>;

const PastMerge = z.object({
  id: text,
  at: moment,
  by: nullableText,
  kept: text,
  gone: z.array(text),
  moved: count,
  undoneAt: nullableMoment,
  mayUndo: z.boolean(),
});

export type PastMerge = AnswerOf<typeof PastMerge>;

export const Merges = z.object({ data: z.array(PastMerge) });

const NotUndone = ProblemItem.omit({ path: true }).extend({
  resource: text,
  _id: text,
  field: text.describe("The field in the way; '' for the record as a whole."),
});

export const Undone = z.object({ restored: z.array(text), moved: count, left: z.array(NotUndone) });

/** The decision that records are not the same. */
export const Distinct = z.object({
  id: nullableText.describe('The ID for undoing the decision; null if all of it was known.'),
  pairs: count.describe('The number of new pairs.'),
});

export type Distinct = AnswerOf<typeof Distinct>;

const PastDistinct = z.object({ id: text, at: moment, by: nullableText, records: z.array(text) });

export type PastDistinct = AnswerOf<typeof PastDistinct>;

export const DistinctList = z.object({ data: z.array(PastDistinct) });

export const DistinctUndone = z.object({ records: z.array(text) });
