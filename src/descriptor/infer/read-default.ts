import type { FieldType } from '../../fields/type/field-type.ts';
import { fieldTypes, type FieldTypeName } from '../../fields/registry.ts';
import type { InferredField } from './infer-resources.ts';

/** The default of a column as a field setting; undefined if a field cannot express it. */
export function readDefault(
  written: string | null,
  { type, ...settings }: { type: string } & Record<string, unknown>,
): unknown {
  if (written === null) return undefined;
  const kind: FieldType = fieldTypes[type as FieldTypeName];
  const token = tokens[kind.column(kind.settings.parse(settings)).sql];
  if (token?.pattern.test(written)) return token.means;
  const literal = toLiteral(written);
  if (literal === undefined || literal === '') return undefined;
  const parsed = kind.settings.parse(settings);
  const value = typeof literal === 'string' ? kind.text.read(literal, parsed) : literal;
  return kind.value(parsed).safeParse(value).success ? value : undefined;
}

const tokens: Readonly<Record<string, { pattern: RegExp; means: string } | undefined>> = {
  date: { pattern: /^\(?(CURRENT_DATE|now\(\)|'now'::text)\)?(::date)?$/i, means: '$today' },
  timestamptz: {
    pattern:
      /^\(*(CURRENT_TIMESTAMP|LOCALTIMESTAMP|(now|clock_timestamp|transaction_timestamp)\(\))/i,
    means: '$now',
  },
};

function toLiteral(written: string): string | boolean | undefined {
  if (/^(true|false)$/.test(written)) return written === 'true';
  const plain = /^\(?(-?\d+(?:\.\d+)?)\)?(::[\w ]+)?$/.exec(written);
  if (plain) return plain[1];
  const quoted = /^'((?:[^']|'')*)'(::[\w ."()]+)?$/.exec(written);
  return quoted?.[1]?.replaceAll("''", "'");
}

function columnOf({ declaration }: Pick<InferredField, 'declaration'>) {
  const { type, ...settings } = declaration;
  const kind: FieldType = fieldTypes[type as FieldTypeName];
  return kind.column(kind.settings.parse(ownOf(kind, settings)));
}

function ownOf(kind: FieldType, settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => name in kind.settings.shape),
  );
}

export function isMany(field: Pick<InferredField, 'declaration'>): boolean {
  return columnOf(field).many === true;
}

/** Whether it holds one plain value that can be compared with others. */
export function isComparable(field: Pick<InferredField, 'declaration'>): boolean {
  return !isMany(field) && columnOf(field).sql !== 'jsonb';
}
