import { z } from 'zod';
import type { AnswerOf } from '../../contract/answer-of.ts';
import { count, next, nullableText, text } from '../../contract/parts.ts';
import { kindNames, type Kind } from './kinds.ts';

/** Requests and answers of the calls about raw terms, for the server, the OpenAPI document and the page. */
const kind = z.enum(kindNames as [Kind, ...Kind[]]);
const version = z.int();
const methods = ['exact', 'cas', 'date', 'synonym', 'similar'] as const;

const KindCounts = z.object({
  open: count.describe('Terms without a decision.'),
  rows: count.describe('The extractions with these terms.'),
  conflict: count.describe('Terms with approved mappings to different targets.'),
  rejected: count.describe('Rejected terms.'),
});

export const Counts = z.object({
  version,
  kinds: z.object(
    Object.fromEntries(kindNames.map((name) => [name, KindCounts])) as Record<
      Kind,
      typeof KindCounts
    >,
  ),
});

export type Counts = AnswerOf<typeof Counts>;

/** An extraction with the term. */
const Example = z.object({
  term: text,
  cas: text,
  _id: text,
  extractionId: text,
  rawChemName: nullableText,
  rawCas: nullableText,
  rawChemFunction: nullableText,
  rawFoodContactArticle: nullableText,
  testType: nullableText,
  source: text,
  sourceId: text,
  sourceTitle: text,
});

export type Example = AnswerOf<typeof Example>;

/** An earlier decision about the term. */
const Mapping = z.object({
  term: text,
  cas: text,
  _id: text,
  _version: count,
  mappingId: text,
  rawTerm: text,
  rawCas: nullableText,
  status: z.enum(['approved', 'rejected']),
  method: nullableText,
  target: nullableText,
  name: nullableText,
  note: nullableText,
});

export type Mapping = AnswerOf<typeof Mapping>;

const Term = z.object({
  term: text.describe('The term as compared: in lower case, with single spaces.'),
  cas: text.describe(
    'The CAS number printed next to the term, normalised in the same way; empty if there is none.',
  ),
  printed: text.describe('One of the printed spellings.'),
  printedCas: nullableText,
  count: count.describe('The number of extractions with the term.'),
  examples: z.array(Example).max(2),
  mappings: z.array(Mapping).describe('The decisions for the term.'),
});

export type Term = AnswerOf<typeof Term>;

export const TermsPage = z.object({ data: z.array(Term), version, total: count, next });

export type TermsPage = AnswerOf<typeof TermsPage>;

const Suggestion = z.object({
  target: text.describe('The `_id` of a chem or function; otherwise a key.'),
  name: text,
  note: nullableText,
  method: z
    .enum(methods)
    .describe('`date`: by a CAS number that a spreadsheet has turned into a day.'),
  score: z.number().min(0).max(1),
  differs: z.boolean().describe('The target has another CAS number than the printed one.'),
});

export type Suggestion = AnswerOf<typeof Suggestion>;

export const Suggestions = z.object({ data: z.array(z.array(Suggestion)) });

export type Suggestions = AnswerOf<typeof Suggestions>;

/** The written records with their previous values. */
export const Decisions = z.object({
  decided: z.array(z.object({ _id: text, _version: count, before: z.record(text, z.unknown()) })),
  count: count.describe('The number of extractions with the term.'),
  version,
});

export type Decisions = AnswerOf<typeof Decisions>;

/** The most terms that one call maps, and that a preview lists. */
const MOST_SAME = 1_000;

const SameName = Term.pick({ term: true, cas: true, printed: true, printedCas: true, count: true })
  .extend(Suggestion.pick({ target: true, name: true, note: true }).shape)
  .describe('An open term, and the one target with the same name.');

export const SameNames = z.object({
  data: z.array(SameName).max(MOST_SAME).describe('The first 1,000, the most frequent first.'),
  total: count.describe('The number of all such terms.'),
  rows: count.describe('The number of extractions with the listed terms.'),
});

export type SameNames = AnswerOf<typeof SameNames>;

/** The previewed terms to map, each with its target. */
export const sameNamesBody = z.strictObject({
  kind,
  terms: z
    .array(
      z.strictObject({
        term: z.string().min(1).max(10_000),
        cas: z.string().max(1_000),
        target: z.string().min(1).max(200),
      }),
    )
    .min(1)
    .max(MOST_SAME),
});

/** The number of terms that fit on a screen. */
const MOST_TERMS = 25;

/** The terms for which targets are requested. */
export const suggestionsBody = z.strictObject({
  kind,
  terms: z
    .array(z.strictObject({ term: z.string().max(10_000), cas: z.string().max(1_000).default('') }))
    .min(1)
    .max(MOST_TERMS),
  most: z.number().int().min(1).max(20).default(4),
  /** For typing: also suggests similar names where an equal one exists. */
  search: z.boolean().default(false),
});

const filled = (most: number) => z.string().min(1).max(most);

const about = {
  kind,
  /** As printed in the study. */
  term: filled(10_000),
  cas: z.string().max(1_000).nullish(),
};

/** A decision about a term. */
export const decisionBody = z.discriminatedUnion('decision', [
  z.strictObject({
    ...about,
    decision: z.literal('approve'),
    target: filled(200),
    targetName: filled(500).nullish(),
    method: z.enum(['exact', 'cas', 'synonym', 'manual']).default('manual'),
  }),
  z.strictObject({ ...about, decision: z.literal('reject') }),
  z.strictObject({ ...about, decision: z.literal('keep'), mapping: filled(64) }),
]);

export type Decision = z.infer<typeof decisionBody>;
