import { parsePattern } from '../../fields/pattern/linear-pattern.ts';
import type { FieldType } from '../../fields/type/field-type.ts';
import { fieldTypes, type FieldTypeName } from '../../fields/registry.ts';
import { toComparableText, type ColumnFacts } from './column-facts.ts';
import { toColumnConversion, type ForeignColumn, type ColumnConversion } from './foreign-table.ts';
import { fitsType, guess, guessText, guessTime, guessWords, type Guess } from './guess-type.ts';
import { readCheck, type CheckMeaning } from './read-check.ts';

type ColumnContext = {
  column: ForeignColumn;
  facts: ColumnFacts;
  meanings: readonly CheckMeaning[];
};

/**
 * Guesses the field type of a database column: by what the database declares, and by
 * its values if it declares only "text". Undefined if records cannot hold the column.
 */
export function guessColumn(
  column: ForeignColumn,
  facts: ColumnFacts,
  checks: readonly string[],
): (Guess & { readAs: ColumnConversion }) | undefined {
  const how = toColumnConversion(column);
  if (how === undefined) return undefined;
  const texts = [...checks, ...column.checks];
  const meanings = texts.flatMap((text) => readCheck(text, column.name) ?? []);
  const context = { column, facts, meanings };
  const bestGuess = guessers.reduce<Guess | undefined>(
    (before, guesser) => before ?? guesser(context, how),
    undefined,
  );
  if (bestGuess)
    return { ...bestGuess, readAs: how === 'number' && isExact(bestGuess) ? 'text' : how };
  const type = how === 'json' ? 'json' : 'text';
  const because = how === 'number' ? 'some numbers would lose digits' : 'as written';
  return type === 'json' || how === 'trimmed'
    ? { ...guess(type, {}, ''), readAs: how }
    : { ...guess(type, {}, because), readAs: 'text' };
}

type Guesser = (context: ColumnContext, how: ColumnConversion) => Guess | undefined;

const guessers: readonly Guesser[] = [
  guessChoices,
  guessDecimal,
  guessNumber,
  ({ column }) => (column.type.name === 'bool' ? guess('boolean', {}, '') : undefined),
  ({ column, facts }) =>
    column.type.name === 'date' && fitsType('date', {}, facts) ? guess('date', {}, '') : undefined,
  ({ column, facts }) => (column.type.name === 'time' ? guessTime(facts) : undefined),
  guessMoment,
  guessTags,
  guessLengths,
];

/** An enum, or a CHECK that lists the valid values. */
function guessChoices({ column, facts, meanings }: ColumnContext): Guess | undefined {
  const labels = column.type.labels ?? column.element?.labels;
  const checked = meanings.map((each) => (column.element ? each.members : each.oneOf));
  const choices = labels ?? checked.find(Boolean);
  if (!choices) return undefined;
  const type = column.element ? 'choices' : 'choice';
  const isValid = fieldTypes[type].settings.safeParse({ choices }).success;
  const isKept = choices.every((value) => typeof value === 'number' || value.trim() === value);
  const values = typeof choices[0] === 'number' ? facts.values.map(Number) : facts.values;
  return isValid && isKept && fitsType(type, { choices }, { ...facts, values })
    ? guess(type, { choices }, labels ? 'an enum' : 'from its CHECK')
    : undefined;
}

/** A column with a fixed number of decimals, or with more digits than a number keeps. */
function guessDecimal({ column, facts, meanings }: ColumnContext): Guess | undefined {
  const { precision, scale } = numericOf(column);
  if (scale < 0 || scale > precision || precision > 100) return undefined;
  if (scale === 0 && precision <= 15) return undefined;
  const shape = { precision, scale };
  const bounds = Object.entries(boundsOf(meanings, scale === 0)).map(
    ([name, bound]) => [name, String(bound)] as const,
  );
  const settings = { ...shape, ...Object.fromEntries(bounds) };
  if (bounds.length > 0 && fitsType('decimal', settings, facts))
    return guess('decimal', settings, 'limits from its CHECK');
  return fitsType('decimal', shape, facts) ? guess('decimal', shape, '') : undefined;
}

/** Read as text, because JSON would round it. */
function isExact({ declaration }: Guess): boolean {
  const { type, ...settings } = declaration;
  const kind: FieldType = fieldTypes[type as FieldTypeName];
  return kind.column(kind.settings.parse(settings)).sql === 'numeric';
}

const integers: ReadonlySet<string> = new Set(['int2', 'int4', 'int8']);

function guessNumber(
  { column, facts, meanings }: ColumnContext,
  how: ColumnConversion,
): Guess | undefined {
  if (how !== 'number') return undefined;
  const values = facts.values.map(Number);
  const isFloat = column.type.name.startsWith('float');
  if (!facts.values.every((value) => isFloat || keepsDigits(String(value)))) return undefined;
  const { precision, scale } = numericOf(column);
  const integer = integers.has(column.type.name) || (scale === 0 && precision <= 15);
  const hasDecimals = !integer && scale > 0 && scale <= 15;
  const shape = { ...(integer && { integer }), ...(hasDecimals && { decimals: scale }) };
  const bounds = boundsOf(meanings, integer);
  const isBound =
    Object.keys(bounds).length > 0 &&
    fitsType('number', { ...shape, ...bounds }, { ...facts, values });
  if (isBound) return guess('number', { ...shape, ...bounds }, 'limits from its CHECK');
  return fitsType('number', shape, { ...facts, values }) ? guess('number', shape, '') : undefined;
}

/** Numbers here are doubles, which keep 15 digits exactly. */
function keepsDigits(written: string): boolean {
  const digits = written
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
  return Number.isFinite(Number(written)) && digits.length <= 15;
}

/** A type that declares no number of digits has a scale below 0. */
function numericOf({ type, modifier }: ForeignColumn): { precision: number; scale: number } {
  if (type.name === 'money') return { precision: 19, scale: 2 };
  if (type.name !== 'numeric' || modifier < 4) return { precision: Infinity, scale: -1 };
  return {
    precision: ((modifier - 4) >> 16) & 0xffff,
    scale: (((modifier - 4) & 0x7ff) ^ 1024) - 1024,
  };
}

function boundsOf(meanings: readonly CheckMeaning[], integer: boolean): Record<string, number> {
  // For a whole number, "more than 0" means "at least 1". For other numbers there is no such bound.
  const least = meanings.flatMap(({ min, above }) => [
    min,
    integer && above !== undefined ? above + 1 : undefined,
  ]);
  const most = meanings.flatMap(({ max, below }) => [
    max,
    integer && below !== undefined ? below - 1 : undefined,
  ]);
  const [min] = least.filter((value) => value !== undefined);
  const [max] = most.filter((value) => value !== undefined);
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function guessMoment({ column, facts }: ColumnContext, how: ColumnConversion): Guess | undefined {
  if (how !== 'moment' || !fitsType('datetime', {}, facts)) return undefined;
  const isLocal = column.type.name === 'timestamp';
  const isFiner = column.modifier < 0 || column.modifier > 3;
  const because = [
    ...(isLocal ? ['no time zone, so read as UTC'] : []),
    ...(isFiner ? ['truncated to milliseconds'] : []),
  ];
  return guess('datetime', {}, because.join('; '));
}

function guessTags({ column, facts }: ColumnContext): Guess | undefined {
  const holdsTexts = column.element?.category === 'S';
  const areSets = facts.values.every(
    (value) => Array.isArray(value) && new Set(value.map(toComparableText)).size === value.length,
  );
  return holdsTexts && areSets && fitsType('tags', {}, facts) ? guess('tags', {}, '') : undefined;
}

function guessLengths(
  { column, facts, meanings }: ColumnContext,
  how: ColumnConversion,
): Guess | undefined {
  if (how !== 'text' && how !== 'trimmed') return undefined;
  // Nobody searches for words in a UUID.
  if (column.type.name === 'uuid')
    return { ...guess('text', { maxLength: 36 }, ''), hasWords: false };
  const narrow = guessWords(facts);
  if (narrow) return narrow;
  const textGuess = guessText(facts);
  const isMultiline = lengthOf(column) === undefined && textGuess.declaration['multiline'] === true;
  const isPadded = facts.values.some((value) => value !== String(value).trim());
  const settings = {
    ...(isMultiline && { multiline: true }),
    ...lengthsOf(column, meanings),
    ...(isPadded && { trim: false }),
  };
  const pattern = meanings.find((each) => each.pattern !== undefined)?.pattern;
  const isPattern = pattern !== undefined && !('refused' in parsePattern(pattern));
  const fitting = [...(isPattern ? [{ ...settings, pattern }] : []), settings].find((each) =>
    fitsType('text', each, facts),
  );
  return fitting && guess('text', fitting, textGuess.because);
}

function lengthsOf(column: ForeignColumn, meanings: readonly CheckMeaning[]) {
  const { minLength = 0, maxLength = Infinity }: CheckMeaning = Object.assign({}, ...meanings);
  const most = Math.min(lengthOf(column) ?? Infinity, maxLength);
  return {
    ...(minLength >= 1 && { minLength }),
    ...(Number.isFinite(most) && most >= 1 && { maxLength: most }),
  };
}

function lengthOf({ type, modifier }: ForeignColumn): number | undefined {
  return (type.name === 'varchar' || type.name === 'bpchar') && modifier >= 5
    ? modifier - 4
    : undefined;
}
