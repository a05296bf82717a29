import { z } from 'zod';
import type { AnswerOf } from '../answer-of.ts';
import { count, moment, nullableText, text } from '../parts.ts';
import { DescriptorText } from './texts.ts';

/** Null while a text has a syntax error. */
const changes = count.nullable();

/** Who has changes that are not applied, without the texts. */
export const StructureDrafts = z.object({
  data: z.array(
    z.object({
      person: text,
      name: nullableText,
      active: z.boolean().describe('Whether the person may still change the descriptor.'),
      changes,
      since: moment,
      updatedAt: moment,
      _version: count,
    }),
  ),
});

export type StructureDrafts = AnswerOf<typeof StructureDrafts>;

/** The caller's changes that are not applied. */
export const OwnStructureDraft = z
  .object({
    draft: z
      .object({
        files: z.array(DescriptorText),
        base: z.object({ files: z.array(DescriptorText), hash: text }),
        changes,
        since: moment,
        updatedAt: moment,
      })
      .nullable(),
    takenBy: z.object({ person: text, name: nullableText, at: moment }).nullable(),
    _version: count,
  })
  .meta({ id: 'StructureDraft' });

export type OwnStructureDraft = AnswerOf<typeof OwnStructureDraft>;

export const SavedStructureDraft = z.object({ changes, _version: count });

export type SavedStructureDraft = AnswerOf<typeof SavedStructureDraft>;
