import { isEmptyValue } from '../is-empty-value.ts';
import type { Field } from './field.ts';
import { ownFieldName } from './named-parts.ts';

/** The setting that `number` and `decimal` share. */
export const qualifierSetting = ownFieldName
  .optional()
  .describe(
    'The choice field of the same record that says that a value is a bound: `<`, `<=`, `>` or `>=`; `=` or empty means exact. Conditions then match only values that certainly fulfil them.',
  );

/** What each qualifier leaves open; any other, such as `~`, leaves both sides open. */
export const UP_TO = ['<', '<='] as const;
export const FROM = ['>', '>='] as const;
export const EXACT = '=';

/** The path of the field that qualifies the value at a path; undefined if none does. */
export function qualifierOf({ kind, settings }: Field, path: string): string | undefined {
  const name = kind.qualifier?.(settings);
  // Behind references, and before a change, it is beside the value.
  return name === undefined ? undefined : path.replace(/[^.]*$/, () => name);
}

/** The written form of a number with its qualifier: `<0.5`. An exact number stands alone. */
export function withQualifier(field: Field, number: string, record: RecordValues): string {
  return `${signOf(field, record) ?? ''}${number}`;
}

/** Whether the value of a record is a bound. */
export function isBound(field: Field, value: unknown, record: RecordValues): boolean {
  return !isEmptyValue(value) && signOf(field, record) !== undefined;
}

type RecordValues = Readonly<Record<string, unknown>> | undefined;

function signOf(field: Field, record: RecordValues): string | undefined {
  const path = qualifierOf(field, field.name);
  if (path === undefined) return undefined;
  const [object = '', part = ''] = path.split('.');
  const inObject = record?.[object] as RecordValues | null;
  const qualifier = record?.[path] ?? inObject?.[part];
  return typeof qualifier === 'string' && qualifier !== EXACT ? qualifier : undefined;
}

const typed = new Map([
  ['≤', '<='],
  ['≥', '>='],
]);
const signs = ['<', '>', ...UP_TO, ...FROM, ...typed.keys()];

type Bound = { qualifier: string; number: string };

/** Splits `< 0.5` into the choice of a qualifier and the number; undefined for any other text. */
export function splitQualifier(qualifier: Field | undefined, written: unknown): Bound | undefined {
  if (!qualifier || typeof written !== 'string') return undefined;
  const { offered = [] } = qualifier.kind.offers?.(qualifier.settings) ?? {};
  const text = written.trim();
  // Not `-`, which belongs to a number; of `<` and `<=`, the longer one.
  const [sign] = [...signs, ...offered.map(String)]
    .filter((each) => text.startsWith(each) && /^[^\d\s.,+-]/.test(each))
    .toSorted((one, other) => other.length - one.length);
  const number = text.slice(sign?.length).trim();
  if (sign === undefined || number === '') return undefined;
  return { qualifier: offered.includes(sign) ? sign : (typed.get(sign) ?? sign), number };
}

/**
 * What a text means that a user writes over a value: its number, and its qualifier if that changes. A number alone is
 * exact, also where `<0.5` was before; where no number was, it keeps the qualifier that somebody has chosen for it.
 */
export function readBound(
  qualifier: Field,
  text: string,
  before: { number: unknown; qualifier: unknown },
): { number: string; qualifier?: string | null } {
  const written = splitQualifier(qualifier, text);
  if (written) return written.qualifier === before.qualifier ? { number: written.number } : written;
  const isExact = isEmptyValue(before.qualifier) || before.qualifier === EXACT;
  if (isExact || isEmptyValue(before.number)) return { number: text };
  return { number: text, qualifier: qualifier.required ? EXACT : null };
}
