import type { FieldType } from '../../fields/type/field-type.ts';
import { fieldTypes, type FieldTypeName } from '../../fields/registry.ts';
import type { ColumnFacts } from './column-facts.ts';

/** A declaration without the settings that every field has, and the reason for it. */
export type Guess = {
  declaration: { type: string } & Record<string, unknown>;
  because: string;
  /** People may use such values to name records. */
  canBeKey: boolean;
  /** Its words can be searched. */
  hasWords: boolean;
  /** It holds one value, which can appear in a title. */
  isSingle?: boolean;
};

type Guesser = (facts: ColumnFacts) => Guess | undefined;

/**
 * Guesses the type of a column from its values: the first guess that fits all of them,
 * from the narrowest type to the widest. Text fits any value.
 */
export function guessType(facts: ColumnFacts): Guess {
  return firstGuess(guessers, facts) ?? guessText(facts);
}

/** Guesses the kind of text in a text column, where digits are not numbers and days are not dates. */
export function guessWords(facts: ColumnFacts): Guess | undefined {
  return firstGuess([...wordGuessers, guessStructure, guessChoice], facts);
}

/** The first guess that fits all values; none for a column without values. */
function firstGuess(all: readonly Guesser[], facts: ColumnFacts): Guess | undefined {
  if (facts.values.length === 0) return undefined;
  for (const guesser of all) {
    const result = guesser(facts);
    if (result) return result;
  }
  return undefined;
}

const wordGuessers: readonly Guesser[] = [
  whenAll('cas', {}, 'a CAS number'),
  whenAll('ec', {}, 'an EC number'),
  whenAll('inchiKey', {}, 'an InChIKey'),
  whenAll('doi', {}, 'a DOI'),
  whenAll('email', {}, 'an email address'),
  whenAll('url', {}, 'a web address'),
];

const guessers: readonly Guesser[] = [
  ...wordGuessers,
  whenAll('date', {}, 'a date'),
  whenAll('datetime', {}, 'a date and time'),
  guessTimeOfDay,
  guessBoolean,
  guessNumber,
  guessTags,
  whenAll('json', {}, 'a JSON value'),
  guessStructure,
  guessChoice,
];

function whenAll(type: FieldTypeName, settings: Record<string, unknown>, what: string): Guesser {
  return (facts) =>
    fitsType(type, settings, facts)
      ? guess(type, settings, `${allText(facts)} ${what}`)
      : undefined;
}

/** Two digits for the hour, because `1:30` is as often a duration. */
function guessTimeOfDay(facts: ColumnFacts): Guess | undefined {
  return facts.values.every((value) => typeof value === 'string' && /^\s*\d\d:/.test(value))
    ? guessTime(facts)
    : undefined;
}

export function guessTime(facts: ColumnFacts): Guess | undefined {
  const settings = fitsType('time', {}, facts) ? {} : { seconds: true };
  return fitsType('time', settings, facts)
    ? guess('time', settings, `${allText(facts)} a time of day`)
    : undefined;
}

function guessBoolean(facts: ColumnFacts): Guess | undefined {
  // 1 and 0 can also mean yes and no, but are more often numbers.
  const isNumeric = facts.values.every((value) => typeof value === 'number' || isDigit(value));
  if (isNumeric || !fitsType('boolean', {}, facts)) return undefined;
  return guess('boolean', {}, `${allText(facts)} yes or no`);
}

function guessNumber(facts: ColumnFacts): Guess | undefined {
  // A number would lose a leading zero, so a value with one is a code.
  if (facts.values.some((value) => typeof value === 'string' && /^-?0\d/.test(value.trim())))
    return undefined;
  if (fitsType('number', { integer: true }, facts)) {
    return guess('number', { integer: true }, `${allText(facts)} a whole number`);
  }
  return fitsType('number', {}, facts)
    ? guess('number', {}, `${allText(facts)} a number`)
    : undefined;
}

function guessTags(facts: ColumnFacts): Guess | undefined {
  const areLists = facts.values.every(Array.isArray);
  return areLists && fitsType('tags', {}, facts)
    ? guess('tags', {}, `${allText(facts)} a list of texts`)
    : undefined;
}

function guessStructure(facts: ColumnFacts): Guess | undefined {
  // Many words are valid SMILES, so the name of the column must also say it.
  return /smiles/i.test(facts.name) && fitsType('structure', {}, facts)
    ? guess('structure', {}, `it is called SMILES, and ${allText(facts)} one`)
    : undefined;
}

const mostChoices = 12;

/** A choice rejects all other values later, so it is only guessed from short terms that occur repeatedly. */
function guessChoice(facts: ColumnFacts): Guess | undefined {
  const { values, distinct } = facts;
  if (!comeBack(facts) || distinct.size < 2) return undefined;
  if (!values.every((value) => typeof value === 'string' && isTerm(value.trim()))) return undefined;
  const choices = [...distinct].sort();
  return guess('choice', { choices }, `${values.length} values, ${distinct.size} distinct`);
}

function comeBack({ values, distinct }: ColumnFacts): boolean {
  const areFew = distinct.size <= mostChoices && values.length >= 3 * distinct.size;
  return areFew && values.length >= 10;
}

/** Whether a text is a term of a few words; not an address, a sentence, or groups of digits. */
function isTerm(text: string): boolean {
  return /^\p{L}[\p{L}\p{N} _/&()+-]{0,39}$/u.test(text) && text.split(' ').length <= 4;
}

/** The type text, which fits any value. */
export function guessText(facts: ColumnFacts): Guess {
  const { values, distinct } = facts;
  if (values.length === 0) return guess('text', {}, 'empty in all rows');
  const texts = values.map(String);
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  const isLong = longest > 200 || texts.some((text) => text.includes('\n'));
  return guess(
    'text',
    isLong ? { multiline: true } : {},
    `${distinct.size} different texts of up to ${longest} characters${comeBack(facts) ? '; make it a choice if there are no others' : ''}`,
  );
}

/** Whether every value is valid for the type, in JSON or as written in files. */
export function fitsType(
  type: FieldTypeName,
  settings: Record<string, unknown>,
  facts: ColumnFacts,
): boolean {
  const kind: FieldType = fieldTypes[type];
  const parsed = kind.settings.parse(settings);
  const rule = kind.value(parsed);
  return facts.values.every((value) => {
    const json = facts.isWritten ? kind.text.read(String(value), parsed) : value;
    return rule.safeParse(json).success;
  });
}

const keyTypes: ReadonlySet<FieldTypeName> = new Set([
  'text',
  'cas',
  'ec',
  'doi',
  'email',
  'inchiKey',
  'url',
  'number',
]);

export function guess(
  type: FieldTypeName,
  settings: Record<string, unknown>,
  because: string,
): Guess {
  const kind: FieldType = fieldTypes[type];
  const { sql, many = false } = kind.column(kind.settings.parse(settings));
  return {
    declaration: { type, ...settings },
    because,
    canBeKey: keyTypes.has(type) && settings.multiline !== true,
    hasWords: kind.filter.operators.includes('contains'),
    isSingle: !many && sql !== 'jsonb',
  };
}

function allText({ values }: ColumnFacts): string {
  return values.length === 1 ? 'its only value is' : `each of ${values.length} values is`;
}

function isDigit(value: unknown): boolean {
  return typeof value === 'string' && /^[01]$/.test(value.trim());
}
