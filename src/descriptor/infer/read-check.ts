import type { ForeignTable } from './foreign-table.ts';
import type { InferredField } from './infer-resources.ts';

/** The meaning of a CHECK on one column, as far as field settings can express it. */
export type CheckMeaning = Bounds & {
  oneOf?: readonly (string | number)[];
  members?: readonly (string | number)[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  filled?: true;
};

/**
 * Reads a check as PostgreSQL prints it: `CHECK (((status)::text = ANY (ARRAY['a'::text, …])))`.
 * Returns undefined for anything it does not recognise for certain.
 */
export function readCheck(text: string, column: string): CheckMeaning | undefined {
  const { plain, literals } = simplify(text);
  const of = (word: string) => new RegExp(`^${word}$`, 's');
  const name = [column, `"${column.replaceAll('"', '""')}"`, 'VALUE'].map(escape).join('|');
  const self = `(?:${name})`;
  const whole = plain.replace(new RegExp(`^${self} IS NULL OR `), '');
  const valueOf = (word: string): string | number | undefined => {
    const literal = /^§(\d+)$/.exec(word);
    if (literal) return literals[Number(literal[1])];
    return /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : undefined;
  };
  const list = (words: string) => allOf(words.split(', ').map(valueOf));

  const any = of(`${self} (= ANY|<@) ARRAY\\[(.*)\\]`).exec(whole);
  if (any) {
    const values = list(any[2] ?? '');
    return values && (any[1] === '<@' ? { members: values } : { oneOf: values });
  }
  const parts = whole.split(' OR ');
  const single = allOf(parts.map((part) => valueOf(of(`${self} = (.*)`).exec(part)?.[1] ?? '')));
  if (single) return { oneOf: single };
  const matches = of(`${self} ~ (§\\d+)`).exec(whole);
  if (matches) return { pattern: String(valueOf(matches[1] ?? '')) };
  if (of(`${self} <> §\\d+`).test(whole) && literals.every((literal) => literal.trim() === ''))
    return { filled: true };
  const length = readBounds(whole, `(?:char_length|length|character_length) ?${self}`, valueOf);
  return length ? toLengths(length) : readBounds(whole, self, valueOf);
}

function toLengths({ min, max, above, below }: Bounds): CheckMeaning {
  const least = above === undefined ? min : above + 1;
  const most = below === undefined ? max : below - 1;
  return {
    ...(least !== undefined && { minLength: least }),
    ...(most !== undefined && { maxLength: most }),
  };
}

type Bounds = { min?: number; max?: number; above?: number; below?: number };
const bounds = { '>=': 'min', '<=': 'max', '>': 'above', '<': 'below' } as const;

function readBounds(
  whole: string,
  self: string,
  valueOf: (word: string) => string | number | undefined,
): Bounds | undefined {
  const limits: Bounds = {};
  for (const part of whole.split(' AND ')) {
    const bound = new RegExp(`^${self} (>=|<=|>|<) (\\S+)$`).exec(part);
    const value = Number(valueOf(bound?.[2] ?? '') ?? NaN);
    if (!bound || !Number.isFinite(value)) return undefined;
    limits[bounds[bound[1] as keyof typeof bounds]] = value;
  }
  return limits;
}

/** Removes casts and parentheses, and writes `§0` for the first quoted text, which may contain both. */
function simplify(text: string): { plain: string; literals: string[] } {
  const literals: string[] = [];
  const plain = text
    .replace(/'((?:[^']|'')*)'/g, (_, literal: string) => {
      literals.push(literal.replaceAll("''", "'"));
      return `§${literals.length - 1}`;
    })
    .replace(/^CHECK /, '')
    .replace(/ NO INHERIT$| NOT VALID$/, '')
    .replace(
      /::(?:"[^"]+"|[a-z_][\w.]*)(?: varying| precision| with(?:out)? time zone)?(?:\(\d+(?:,\d+)?\))?(?:\[\])?/g,
      '',
    )
    .replace(/[()]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,\]])|(?<=\[) /g, '')
    .trim();
  return { plain, literals };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function allOf<Value>(values: readonly (Value | undefined)[]): Value[] | undefined {
  const present = values.filter((value) => value !== undefined);
  return present.length === values.length && present.length > 0 ? present : undefined;
}

/** A check over several fields, as a descriptor declares it. */
export type TableCheck = { check: Record<string, unknown>; message: string };

/** Converts checks over several columns. The remarks name all checks that were not converted. */
export function convertChecks(
  { checks }: ForeignTable,
  fieldOf: ReadonlyMap<string, InferredField>,
): { checks: TableCheck[]; remarks: string[] } {
  const taken: TableCheck[] = [];
  const remarks: string[] = [];
  for (const { name, columns, text } of checks) {
    if (columns.length === 1 && readCheck(text, columns[0] ?? '')) continue;
    const compared = readComparison(text, fieldOf);
    if (compared) taken.push(compared);
    else remarks.push(`The check ${name} was not converted: ${text}`);
  }
  return { checks: taken, remarks };
}

// Each comparison is written as the negation of its opposite, because the database also accepts empty values.
const comparisons = {
  '<=': { not: 'gt', words: 'must not be more than' },
  '<': { not: 'gte', words: 'must be less than' },
  '>=': { not: 'lt', words: 'must not be less than' },
  '>': { not: 'lte', words: 'must be more than' },
} as const;

function readComparison(
  text: string,
  fieldOf: ReadonlyMap<string, InferredField>,
): TableCheck | undefined {
  const match = /^CHECK \(\((\w+|"[^"]+") (<=|<|>=|>) (\w+|"[^"]+")\)\)$/.exec(text);
  const [left, right] = [match?.[1], match?.[3]].map((name) =>
    fieldOf.get((name ?? '').replace(/^"|"$/g, '')),
  );
  if (!match || !left || !right || left.declaration.type !== right.declaration.type)
    return undefined;
  if (left.canBeKey && left.hasWords) return undefined;
  const { not, words } = comparisons[match[2] as keyof typeof comparisons];
  return {
    check: { not: { [`${left.name}_${not}`]: { $field: right.name } } },
    message: `${left.name} ${words} ${right.name}.`,
  };
}
