import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { text } from './parts.ts';

/** What became of an entry in a public form. It tells nothing about records. */
export const FormReceipt = z.strictObject({
  state: z
    .enum(['created', 'mailed'])
    .describe('`created`: the entry is stored. `mailed`: the link in an email will store it.'),
});

export type FormReceipt = AnswerOf<typeof FormReceipt>;

const words = z.record(z.string(), z.string()).describe('A text by language.');

const condition = z
  .looseObject({})
  .optional()
  .describe('A parsed filter on the other fields of the form.');

const FormField = z.strictObject({
  name: text,
  label: words,
  help: words.optional(),
  input: z
    .enum(['text', 'multiline', 'email', 'number', 'boolean', 'date', 'datetime', 'choice', 'file'])
    .describe('How people enter the value. `text` takes the written form that files have too.'),
  many: z.boolean().describe('Takes several values.'),
  required: z.boolean(),
  maxLength: z.int().optional(),
  accept: z.array(text).optional().describe('The MIME types that a file may have; absent: any.'),
  maxBytes: z.int().optional().describe('The bytes that a file may have.'),
  options: z
    .array(
      z.strictObject({
        value: z.union([text, z.number()]),
        label: words,
        isTaken: z
          .literal(true)
          .optional()
          .describe('The form does not accept it at the moment: an event is full, for example.'),
      }),
    )
    .optional(),
  preset: z.unknown().describe('The default; null: none.'),
  isDerived: z
    .literal(true)
    .optional()
    .describe('Left out, the value is copied or calculated from records that the entry refers to.'),
  shown: condition,
  demanded: condition,
});

/** A public form, as its page shows it. */
export const FormView = z.strictObject({
  label: words,
  isConfirmed: z.boolean().describe('A link in an email stores the entry.'),
  trap: text.describe(
    'The name of an input that only bots fill in. Entries that have it are dropped.',
  ),
  timeZone: text.describe('Of the times that people enter.'),
  fields: z.array(FormField),
});

export type FormView = AnswerOf<typeof FormView>;
export type FormField = FormView['fields'][number];
