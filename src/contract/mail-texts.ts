import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { moment, text } from './parts.ts';

const Words = z.object({ subject: text, text });

/** The words of one kind of email in one language. */
export const MailText = z
  .object({
    kind: text.describe('The kind of email, such as `passwordReset`'),
    language: text,
    placeholders: z
      .array(z.object({ name: text, isRequired: z.boolean() }))
      .describe('What the words can mention: `{link}` for the name `link`.'),
    standard: Words.describe('The words without own ones.'),
    own: Words.extend({ updatedAt: moment })
      .nullable()
      .describe('The words of the installation; null: the standard words are sent.'),
  })
  .meta({ id: 'MailText' });

export type MailText = AnswerOf<typeof MailText>;

export const MailTexts = z.object({ data: z.array(MailText) });

export type MailTexts = AnswerOf<typeof MailTexts>;

export const MailPreview = z.object({
  subject: text,
  text: text.describe('The plain-text part, with sample values.'),
});

export type MailPreview = AnswerOf<typeof MailPreview>;
