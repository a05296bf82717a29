import { parseOperands } from '../../../descriptor/filter/operands.ts';
import { isToken, parseToken } from '../../../descriptor/filter/tokens.ts';
import type { Field } from '../../../fields/field.ts';
import { operators, takesList, type Operator } from '../../../fields/operators.ts';
import type { Problem } from '../../../fields/problem.ts';

/** What was typed as the value of a condition: nothing yet, a value, or something that is none. */
type Typed = { value: unknown } | { problems: readonly Problem[] } | 'nothing';

/** `2000`, `1, 2, 3`, `Bisphenol` or `$today-30d`, as the operator takes it and the field's type reads it. */
export function readTyped(field: Field, operator: Operator, text: string): Typed {
  const { takes } = operators[operator];
  if (takes === 'flag') return { value: true };
  if (text.trim() === '') return 'nothing';
  const given = takesList(operator) ? splitTyped(text) : text.trim();
  const parsed = parseOperands(field, operator, given, '');
  if ('problems' in parsed) return parsed;
  // A token stays the word: it means something else tomorrow.
  const values = [given].flat().map((word, index) => {
    const token = parseToken(field, word);
    return token !== 'malformed' && isToken(token) ? word : parsed.operands[index];
  });
  return { value: takesList(operator) ? values : values[0] };
}

/** What one would type for it. */
export function writeTyped(field: Field, operator: Operator, value: unknown): string {
  if (operators[operator].takes === 'flag') return '';
  const texts = [value].flat().map((each) => writeOne(field, each));
  if (!takesList(operator)) return texts[0] ?? '';
  // A comma in a value is none between two.
  return texts.map((text) => (/[,"]/.test(text) ? JSON.stringify(text) : text)).join(', ');
}

function writeOne({ kind, settings }: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  // Also a word that stands for a value, or one of several values of the field.
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : kind.text.write(value, settings);
}

/** At commas, but for those between quotes: `"Benzene, methyl-", Toluene`. */
function splitTyped(text: string): string[] {
  const words = text.match(/\s*"(?:[^"\\]|\\.)*"\s*(?=,|$)|[^,]+/g) ?? [];
  return words
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => (/^".*"$/.test(word) ? unquote(word) : word));
}

function unquote(word: string): string {
  try {
    return String(JSON.parse(word));
  } catch {
    // Quotes that were meant as they stand.
    return word;
  }
}
