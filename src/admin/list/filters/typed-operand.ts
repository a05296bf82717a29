import { parseOperands } from '../../../descriptor/filter/operands.ts';
import { isToken } from '../../../descriptor/expression/variables.ts';
import { isDayOperand, parseToken } from '../../../descriptor/filter/tokens.ts';
import type { Field } from '../../../fields/type/field.ts';
import { operators, takesList, type Operator } from '../../../fields/type/operators.ts';
import type { Problem } from '../../../fields/problems/problem.ts';

/** The text typed as the value of a condition: nothing yet, a value, or an invalid one. */
type Typed = { value: unknown } | { problems: readonly Problem[] } | 'nothing';

/** Reads `2000`, `1, 2, 3`, `Bisphenol` or `$today-30d` as the operator and the field's type take it. */
export function readTyped(field: Field, operator: Operator, text: string): Typed {
  const { takes } = operators[operator];
  if (takes === 'flag') return { value: true };
  if (text.trim() === '') return 'nothing';
  const given = takesList(operator) ? splitTyped(text) : text.trim();
  const parsed = parseOperands(field, operator, given, '');
  if ('problems' in parsed) return parsed;
  // A token stays a token: tomorrow it means another value. The server knows where a day begins.
  const values = [given].flat().map((word, index) => {
    const token = parseToken(field, word);
    const isUnresolved = isToken(token) || isDayOperand(parsed.operands[index]);
    return isUnresolved ? word : parsed.operands[index];
  });
  return { value: takesList(operator) ? values : values[0] };
}

const signs: Readonly<Record<string, Operator>> = {
  '>=': 'gte',
  '≥': 'gte',
  '>': 'gt',
  '<=': 'lte',
  '≤': 'lte',
  '<': 'lt',
};

/** The operator and value of a text such as `>= 2015`; undefined where such a sign is part of the value. */
export function readSign(
  offered: readonly Operator[],
  text: string,
): { operator: Operator; text: string } | undefined {
  const [, sign = '', value = ''] = /^\s*([<>]=?|[≤≥])\s*([^\s=].*)$/.exec(text) ?? [];
  const operator = signs[sign];
  if (!operator || !offered.includes(operator) || offered.includes('contains')) return undefined;
  return { operator, text: value };
}

/** The text a user would type for the value. */
export function writeTyped(field: Field, operator: Operator, value: unknown): string {
  if (operators[operator].takes === 'flag') return '';
  const texts = [value].flat().map((each) => writeOne(field, each));
  if (!takesList(operator)) return texts[0] ?? '';
  // Quotes a value with a comma, which would otherwise separate two values.
  return texts.map((text) => (/[,"]/.test(text) ? JSON.stringify(text) : text)).join(', ');
}

function writeOne({ kind, settings }: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  // Also a token, or one of several values of the field.
  if (typeof value === 'string') return value;
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  return isPlain && !kind.text.isSpelled ? String(value) : kind.text.write(value, settings);
}

/** Splits at commas, except between quotes: `"Benzene, methyl-", Toluene`. */
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
    // Quotes that are part of the text.
    return word;
  }
}
