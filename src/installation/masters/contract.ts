import { z } from 'zod';
import type { AnswerOf } from '../../contract/answer-of.ts';
import { count, text } from '../../contract/parts.ts';

/** The answer of a generation, for the server, the OpenAPI document and the page. */
export const Generated = z.object({
  total: count.describe('The masters that result from the extractions.'),
  created: count.describe('New masters.'),
  updated: count.describe('Masters with changed values.'),
  unchanged: count.describe('Masters without changes.'),
  superseded: count.describe('Earlier masters that no longer result from any extraction.'),
  failed: count.describe(
    'Extractions that could not be read and masters that could not be written.',
  ),
  unmapped: z
    .array(
      z.object({
        field: text,
        term: text,
        count: count.describe('The number of extractions with the term.'),
      }),
    )
    .describe('Terms without a chem, most frequent first; at most 1,000.'),
  unmappedTerms: count.describe('The total number of these terms.'),
  extractions: count.describe('The extractions used: all that are not rejected.'),
  leftOut: count.describe('Extractions without a chem.'),
  unreadable: count.describe('Extractions for which it is unknown whether the chem was detected.'),
  withoutArticle: count.describe('Extractions used without an article.'),
  mappingVersion: z.int().nullable().describe('Null if no mapping is approved.'),
  dryRun: z.boolean(),
  problems: z
    .array(
      z.looseObject({ masterId: text, path: text, code: z.union([text, z.int()]), message: text }),
    )
    .describe('The reasons why masters could not be written; at most 100.'),
});

export type Generated = AnswerOf<typeof Generated>;
