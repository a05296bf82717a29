import { z } from 'zod';
import type { AnswerOf } from '../answer-of.ts';
import { Plan } from '../meta.ts';
import { count, moment, nullableText, text } from '../parts.ts';
import { PlanText } from '../plan-text.ts';
import { ProblemItem } from '../problem.ts';

/** One file of the descriptor as text, with its path relative to the folder of the descriptor. */
export const DescriptorText = z.object({ path: text, text });

export type DescriptorText = AnswerOf<typeof DescriptorText>;

const StructureProblem = ProblemItem.omit({ hint: true }).extend({
  file: text.describe('The `path` of the file.'),
  line: count,
  column: count,
  suggestion: text.optional().describe('A suggestion for a valid value.'),
});

/** The problems of texts that are not applied. */
export const StructureCheck = z.object({
  problems: z.array(StructureProblem),
  warnings: z.array(StructureProblem).describe('Valid, but perhaps unintended.'),
});

export type StructureCheck = AnswerOf<typeof StructureCheck>;

const texts = z.array(PlanText).describe('Of `steps`; empty if an older version stored them.');

const hash = text.describe('The hash of the texts: `base` of the next change.');

/** The texts that a change starts from. */
export const DescriptorTexts = z.object({
  files: z.array(DescriptorText).describe('The descriptor itself first, then what it includes.'),
  hash,
  applied: z.boolean().describe('Whether the servers use what these texts declare.'),
  source: z
    .enum(['file', 'database'])
    .describe('`database`: a change made in the browser that the file of this server lacks.'),
  writable: z.boolean().describe('Whether this server can write the file.'),
  problems: z.array(StructureProblem).describe('The problems of these texts.'),
  undo: z
    .object({
      at: moment,
      by: nullableText,
      name: nullableText,
      steps: z.array(text),
      texts,
      until: moment,
    })
    .nullable()
    .describe('What `POST /api/structure/undo` would take back; null if nothing.'),
});

export type DescriptorTexts = AnswerOf<typeof DescriptorTexts>;

export const StructurePlan = Plan;

/** A change that was made or taken back. */
export const StructureChange = z.object({
  hash,
  steps: z.array(text).describe('What was done, in sentences.'),
  left: z.array(text).describe('Optional steps that were not allowed, so they were not done.'),
  rules: z.array(text).describe('Rules that changed without a step.'),
  texts: z.object({ steps: texts, left: z.array(PlanText), rules: z.array(PlanText) }),
  written: z.boolean().describe('Whether the file has the change; otherwise only the database.'),
});

export type StructureChange = AnswerOf<typeof StructureChange>;
