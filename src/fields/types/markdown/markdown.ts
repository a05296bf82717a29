import { z } from 'zod';
import { defineFieldType } from '../../type/field-type.ts';
import { text } from '../text/text.ts';
import { plainWords } from './plain-words.ts';

/** A text with headings, lists, links and emphasis. It is stored as typed; only the screens draw it. */
export const markdown = defineFieldType({
  settings: z.strictObject({
    maxLength: z
      .int()
      .min(1)
      .optional()
      .describe('The maximum number of characters (code points), with those of the marks.'),
  }),
  column: ({ maxLength }) => text.column(toText(maxLength)),
  value: ({ maxLength }) => text.value(toText(maxLength)),
  filter: { ...text.filter, operand: () => text.filter.operand(toText()) },
  text: { write: (value: string) => value, read: (written) => written, words: plainWords },
  examples: [
    {
      settings: {},
      valid: [
        '**Gentians** late\n\n- one\n- [two](https://example.org)',
        '  trimmed  ',
        '<b>x</b>',
      ],
      invalid: [5, true, ['a'], 'a\0b', 'half \ud83d'],
    },
    { settings: { maxLength: 8 }, valid: ['**bold**'], invalid: ['**bolder**'] },
  ],
});

function toText(maxLength?: number) {
  return { multiline: true, trim: true, ...(maxLength !== undefined && { maxLength }) };
}
