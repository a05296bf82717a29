import { type PlanText, writeSentence } from '../../../fields/problems/plan-text.ts';
import type { PlanTextKey } from '../../../fields/problems/plan-texts.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useLanguage } from '../../messages/language.ts';
import { useTexts } from '../../messages/texts.ts';

/** The types of columns, by the types of fields that they are for. */
const fieldTypes = {
  bigint: 'number',
  'double precision': 'number',
  numeric: 'decimal',
  'timestamp(3) with time zone': 'datetime',
  'time without time zone': 'time',
  'time(0) without time zone': 'time',
  jsonb: 'object',
} as const;

/** Steps that screens tell apart. */
export const ADDS_INDEX: PlanTextKey = 'addsIndex';
export const ADDS_TABLE: PlanTextKey = 'addsTable';

/** `text` is missing if an older version stored the sentence. */
type SentenceTextProps = { sentence: string; text: PlanText | undefined };

/** A sentence of a plan in the user's language, or in English if this page has no text for it. */
export function SentenceText({ sentence, text }: SentenceTextProps) {
  const language = useLanguage();
  const texts = useTexts('structure-plan');
  const { types } = useTexts('structure');
  const write = useNumberFormat();
  const columns = Object.entries(fieldTypes).map(([column, type]) => [column, types[type] ?? type]);
  const words = { language, texts, types: { ...types, ...Object.fromEntries(columns) }, write };
  return (text && writeSentence(text, words)) ?? <span lang="en">{sentence}</span>;
}
