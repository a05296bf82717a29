import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { FoundText, StoredFile } from './files.ts';
import { count, next, nullableText, Row, text } from './parts.ts';

/** A page of a list. */
export const Page = z.object({
  data: z.array(Row),
  total: count.nullable().describe('Null with `_total=none`.'),
  totalIsEstimate: z.boolean(),
  page: count.nullable().describe('Null with `_after`.'),
  perPage: count,
  pageCount: count.nullable(),
  next,
});

export type Page = AnswerOf<typeof Page>;

const value = z.union([text, z.number(), z.boolean()]);
const label = text.optional().describe('For a reference: the title of the record it refers to.');

const FacetValue = z.object({ value, count, label });
const FacetYear = z.object({ value: z.int(), from: text, to: text, count });
const edge = z.union([z.number(), text]);
const FacetBin = z.object({ from: edge, to: edge, count });

export type FacetValue = AnswerOf<typeof FacetValue>;
export type FacetYear = AnswerOf<typeof FacetYear>;
export type FacetBin = AnswerOf<typeof FacetBin>;

const common = {
  empty: count.nullable().describe('Records without a value; null with `timedOut`.'),
  timedOut: z.boolean(),
};
const more = z.boolean().describe('Whether there are more values.');

/** How often each value of a field occurs among the records of a list. */
export const Facet = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('values'), ...common, values: z.array(FacetValue), more }),
  z.object({ kind: z.literal('years'), ...common, values: z.array(FacetYear), more }),
  z.object({
    kind: z.literal('histogram'),
    ...common,
    bounds: count.optional().describe('Values such as `<0.5`, in no bin.'),
    bins: z
      .array(FacetBin)
      .describe(
        'Each counts values from `from` to below `to`: numbers, or texts of decimal numbers.',
      ),
  }),
]);

export type Facet = AnswerOf<typeof Facet>;

export const Facets = z.object({ data: z.record(text, Facet) });

export type Facets = AnswerOf<typeof Facets>;

const neighbour = nullableText.describe('Its `_id`; null at the end.');

/** The records before and after a record in a list, and its position. */
export const Neighbours = z.object({
  inList: z.boolean().describe('Whether the record matches the filter.'),
  position: z
    .int()
    .min(1)
    .nullable()
    .describe('The position, starting at 1; null beyond 10,001 and for records outside the list.'),
  total: count,
  totalIsEstimate: z.boolean(),
  previous: neighbour,
  next: neighbour,
});

export type Neighbours = AnswerOf<typeof Neighbours>;

const Match = z.object({
  record: z.looseObject({ _id: text }).describe('Its `_id` and the fields of its title.'),
  by: z.array(text).describe('The fields that contain the value.'),
});

/** The records that a user's texts refer to. */
export const LookupMatches = z.object({
  data: z.array(z.object({ value: text, matches: z.array(Match) })),
  more: z.boolean().describe('More records match than the 5,000 that were examined.'),
});

export type LookupMatches = AnswerOf<typeof LookupMatches>;

/** A record that a search found. */
const Hit = z.object({
  _id: text,
  title: text,
  level: z
    .enum(['exact', 'words', 'similar'])
    .describe(
      '`exact`: an identifier means it. `words`: it has all words. `similar`: it has neither, but its text is similar.',
    ),
  by: z
    .object({ field: text, value: text })
    .nullable()
    .describe(
      'The field by which it was found, and the beginning of its text; null if several fields have the words together.',
    ),
});

export type Hit = AnswerOf<typeof Hit>;

/** The records of one collection that a search found, the most likely first. */
export const FoundRecords = z.object({
  data: z.array(Hit),
  more: z.boolean().describe('Whether more records have the words.'),
  timedOut: z.boolean().describe('A part of the search took too long; `data` has the rest.'),
});

export type FoundRecords = AnswerOf<typeof FoundRecords>;

const Hits = z.object({
  resource: text,
  records: z.array(Hit),
  more: z.boolean().describe('Whether there are more records.'),
  timedOut: z.boolean(),
});

export type Hits = AnswerOf<typeof Hits>;

/** A file of a record, by the text that a search found in it. */
const DocumentHit = FoundText.extend({
  resource: text,
  _id: text.describe('The record that has the file.'),
  title: text.describe('The title of the record.'),
  field: text,
  file: StoredFile,
});

export type DocumentHit = AnswerOf<typeof DocumentHit>;

/** The search results in all collections, and in the text of files. */
export const SearchResults = z.object({
  data: z.array(Hits),
  documents: z.object({
    data: z.array(DocumentHit).describe('The files that fit best, each with its best page.'),
    more: z.boolean().describe('Whether there are more files.'),
    timedOut: z.boolean(),
  }),
});

export type SearchResults = AnswerOf<typeof SearchResults>;
