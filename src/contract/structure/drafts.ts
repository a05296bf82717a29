import { z } from 'zod';
import type { AnswerOf } from '../answer-of.ts';
import { count, moment, nullableText, text } from '../parts.ts';
import { DescriptorText } from './texts.ts';

const changes = count
  .nullable()
  .describe('How many changes the draft has; null while a text has a syntax error.');

/** Who has changes that are not applied, without the texts. */
export const StructureDrafts = z.object({
  data: z.array(
    z.object({ person: text, name: nullableText, changes, since: moment, updatedAt: moment }),
  ),
});

export type StructureDrafts = AnswerOf<typeof StructureDrafts>;

/** The caller's changes that are not applied. */
export const OwnStructureDraft = z.object({
  draft: z
    .object({
      files: z.array(DescriptorText).describe('The changed texts.'),
      base: z
        .object({ files: z.array(DescriptorText), hash: text })
        .describe('The texts that the changes began from.'),
      changes,
      since: moment,
      updatedAt: moment,
    })
    .nullable(),
  takenBy: z
    .object({ person: text, name: nullableText, at: moment })
    .nullable()
    .describe('Who has taken the draft over, until another begins or `DELETE` removes this.'),
  _version: count.describe('For `If-Match`; 0 if there is neither.'),
});

export type OwnStructureDraft = AnswerOf<typeof OwnStructureDraft>;

export const SavedStructureDraft = z.object({ changes, _version: count });

export type SavedStructureDraft = AnswerOf<typeof SavedStructureDraft>;
