import { z } from 'zod';
import { defineFieldType } from '../../type/field-type.ts';
import { textIn } from '../../problems/localized-text.ts';
import { equality } from '../../type/operators.ts';

export const boolean = defineFieldType({
  settings: z.strictObject({}),
  column: () => ({ sql: 'boolean' }),
  value: () => z.boolean(),
  filter: { operators: equality, operand: () => z.preprocess(readBoolean, z.boolean()) },
  text: {
    write: (value: boolean) => String(value),
    read: readBoolean,
    words: (value: boolean, _, { language }) => textIn(value ? yes : no, language),
  },
  computed: { gives: 'boolean', without: [] },
  examples: [{ settings: {}, valid: [true, false], invalid: ['true', 1, 0, [], {}] }],
});

/** In a title, where a tick would be no word. */
const yes = { en: 'Yes', de: 'Ja' };
const no = { en: 'No', de: 'Nein' };

/** As spreadsheets and people write it, in both languages of this project's offices. */
const words: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  ja: true,
  wahr: true,
  '1': true,
  false: false,
  no: false,
  nein: false,
  falsch: false,
  '0': false,
};

function readBoolean(written: unknown): unknown {
  if (typeof written !== 'string') return written;
  const word = written.trim().toLowerCase();
  return Object.hasOwn(words, word) ? words[word] : written;
}
