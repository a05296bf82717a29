import { checkField } from '../../descriptor/field-check.ts';
import { exampleOf } from '../../fields/example-of.ts';
import { isEmptyValue } from '../../fields/is-empty-value.ts';
import type { SqlType } from '../../fields/type/field-type.ts';
import type { Field } from '../../fields/type/field.ts';

/** Which of its values a field has: records differ by `at`, and the two worlds by `word`. */
type Choice = { at: number; word: string };

/** A value that the field accepts; undefined where none is known. References and files have none. */
export function madeUpValue(field: Field, choice: Choice): unknown {
  const { kind, settings } = field;
  if (kind.relation?.(settings) || kind.files) return undefined;
  const { many } = kind.column(settings);
  return guesses(field, choice)
    .map((one) => (many && !Array.isArray(one) ? [one] : one))
    .find((one) => !isEmptyValue(one) && 'value' in checkField(field, one));
}

/** The likeliest first; the rule of the field chooses. */
function guesses({ kind, settings }: Field, choice: Choice): unknown[] {
  const { at, word } = choice;
  const { offered = [] } = kind.offers?.(settings) ?? {};
  const parts = [...(kind.parts?.(settings) ?? [])];
  const examples = kind.examples.flatMap(({ valid }) => valid);
  return [
    ...rotate(offered, at),
    Object.fromEntries(parts.map(([name, part]) => [name, madeUpValue(part, choice)])),
    ...(bySql[kind.column(settings).sql]?.(at, word) ?? []),
    ...examples.map((example) => vary(example, at)),
    vary(exampleOf({ kind, settings }), at),
    ...rotate(examples, at),
  ];
}

function rotate<Value>(values: readonly Value[], by: number): Value[] {
  const from = by % Math.max(values.length, 1);
  return [...values.slice(from), ...values.slice(0, from)];
}

const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A text with other digits and letters, as if it had been counted on: `M-111` and 12 give `M-123`. */
function vary(example: unknown, by: number): unknown {
  if (typeof example !== 'string') return example;
  let rest = by;
  const letters = [...example].toReversed().map((letter) => {
    const alphabet = alphabets.find((one) => one.includes(letter)) ?? letter;
    const at = alphabet.indexOf(letter) + rest;
    rest = Math.floor(rest / alphabet.length);
    return alphabet[at % alphabet.length];
  });
  return letters.toReversed().join('');
}

const dayOf = (at: number): string =>
  new Date(Date.UTC(2026, 0, at + 1)).toISOString().slice(0, 10);

const bySql: Partial<Record<SqlType, (at: number, word: string) => unknown[]>> = {
  text: (at, word) => [`${word} ${at}`, `${word}${at}`],
  bigint: (at) => [at, at % 10],
  'double precision': (at) => [at, at % 10],
  numeric: (at) => [String(at), String(at % 10)],
  boolean: (at) => [at % 2 === 0],
  date: (at) => [dayOf(at)],
  timestamptz: (at) => [`${dayOf(at)}T10:00:00Z`],
};
