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
export function withQualifier(
  field: Field,
  number: string,
  record: Readonly<Record<string, unknown>> | undefined,
): string {
  const path = qualifierOf(field, field.name);
  if (path === undefined) return number;
  const [object = '', part = ''] = path.split('.');
  const inObject = record?.[object] as Readonly<Record<string, unknown>> | null | undefined;
  const qualifier = record?.[path] ?? inObject?.[part];
  return typeof qualifier === 'string' && qualifier !== EXACT ? `${qualifier}${number}` : number;
}

const signs = new Map([
  ['≤', '<='],
  ['≥', '>='],
]);

/** Splits `< 0.5` of a field with a qualifier; undefined for any other text. */
export function splitQualifier(
  field: Field,
  written: unknown,
): { qualifier: string; number: string } | undefined {
  if (typeof written !== 'string' || qualifierOf(field, field.name) === undefined) return undefined;
  const [, sign, number] = /^\s*([<>]=?|[≤≥])\s*(\S.*)$/.exec(written) ?? [];
  if (sign === undefined || number === undefined) return undefined;
  return { qualifier: signs.get(sign) ?? sign, number };
}
