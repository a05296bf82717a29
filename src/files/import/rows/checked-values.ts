import { checkField } from '../../../descriptor/field-check.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { problem } from '../../../fields/problems/problem.ts';
import type { Field } from '../../../fields/type/field.ts';
import { qualifierOf } from '../../../fields/type/qualifier-of.ts';
import { writeCellDate } from '../../formats/read-cell.ts';
import type { ReadRow } from './row-reader.ts';

/** Adds a value if its field accepts it, otherwise the problems. */
export function addChecked(read: ReadRow, field: Field, value: unknown, takes: boolean): void {
  const checked = checkField(field, value);
  if ('value' in checked && !checked.warning) {
    read.values[field.name] = checked.value;
    return;
  }
  const offer = proposeValue(field, value);
  if (offer && takes) {
    read.values[field.name] = offer.value;
    return;
  }
  const proposed = offer && { proposed: offer.proposed };
  if ('problems' in checked)
    read.problems.push(...checked.problems.map((one) => ({ ...one, ...proposed })));
  else {
    read.values[field.name] = checked.value;
    if (checked.warning) read.warnings.push({ ...checked.warning, ...proposed });
  }
}

/** The value that was probably meant by a wrong or doubtful one, as it is written and as it is stored. */
export function proposeValue(field: Field, value: unknown) {
  const text = value instanceof Date ? writeCellDate(value) : value;
  const isPlain = typeof text === 'string' || typeof text === 'number';
  const proposed = isPlain ? field.kind.propose?.(String(text)) : undefined;
  if (proposed === undefined) return undefined;
  const checked = checkField(field, proposed);
  return 'value' in checked && !checked.warning ? { proposed, value: checked.value } : undefined;
}

/**
 * A number of JSON as a text, for a field that accepts it only so: `{ "fcmNo": 202 }`. One of more than 15 digits may
 * have lost some when it was read.
 */
export function withoutNumber(field: Field, value: unknown): unknown {
  if (typeof value !== 'number' || Math.abs(value) >= 1e15) return value;
  return 'problems' in checkField(field, value) && 'value' in checkField(field, String(value))
    ? String(value)
    : value;
}

/** Whether a text looks like a number that was too long for a spreadsheet: `1.23457E+11` was once an order number. */
export function isShortened({ kind, settings }: Field, value: unknown): boolean {
  if (typeof value !== 'string' || !/^[1-9]([.,]\d+)?E\+\d{2,3}$/.test(value)) return false;
  const { sql, many = false } = kind.column(settings);
  return sql === 'text' && !many;
}

type QualifierReading = {
  read: ReadRow;
  resource: Resource;
  takes: boolean;
  /** The qualifiers written before numbers, by the field of the number. */
  qualifiers: ReadonlyMap<Field, string>;
};

/** Adds the qualifiers of cells such as `<0.5`, unless a column of their own says something else. */
export function addQualifiers({ read, resource, takes, qualifiers }: QualifierReading): void {
  for (const [field, sign] of qualifiers) {
    const name = qualifierOf(field, field.name) ?? '';
    const qualifier = resource.fields.get(name);
    const given = read.values[name];
    if (qualifier && isEmptyValue(given)) addChecked(read, qualifier, sign, takes);
    else if (given !== sign) {
      const params = { sign, qualifier: name, value: String(given) };
      read.problems.push(problem('I108', field.name, params));
    }
  }
}
