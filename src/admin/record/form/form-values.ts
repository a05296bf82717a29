import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { copiedPath, defaultExpression, defaultOf } from '../../../descriptor/filter/tokens.ts';
import { checkField, emptyOf, withoutRemovedParts } from '../../../descriptor/field-check.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { isBound, qualifierOf } from '../../../fields/type/qualifier-of.ts';
import type { Field } from '../../../fields/type/field.ts';
import { momentOfBrowser } from '../../client/moment.ts';

export type Values = Record<string, unknown>;

/** The form's values of a record: the given fields, where empty ones hold the "nothing" of their type. */
export function toFormValues(fields: readonly Field[], record: Readonly<Values>): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, formValueOf(field, record[field.name])]),
  );
}

function formValueOf(field: Field, stored: unknown): unknown {
  return withoutRemovedParts(field, stored, stored) ?? emptyOf(field);
}

/** A new record with the defaults of the descriptor. */
export function toNewValues(fields: readonly Field[]): Values {
  const moment = momentOfBrowser();
  return Object.fromEntries(
    fields.map((field) => [field.name, defaultOf(field, moment) ?? emptyOf(field)]),
  );
}

/**
 * The values of a new record without the empty ones that the server calculates, and without those that it copies and
 * that nobody has touched.
 */
export function withoutOpenDefaults(
  fields: readonly Field[],
  values: Readonly<Values>,
  isOpen: (name: string) => boolean,
): Values {
  const open = fields.filter(
    (field) =>
      isEmptyValue(values[field.name]) &&
      (defaultExpression(field) !== undefined ||
        (copiedPath(field) !== undefined && isOpen(field.name))),
  );
  const left = new Set(open.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !left.has(name)));
}

/**
 * A new record as a copy, without values that only one record may have, and without bounds such as `<0.5` whose sign the
 * user may not write: the copy would say 0.5.
 */
export function toCopiedValues(fields: readonly Field[], record: Readonly<Values>): Values {
  const copied = toFormValues(fields, record);
  const names = new Set(fields.map(({ name }) => name));
  const isHalf = (field: Field): boolean =>
    isBound(field, record[field.name], record) && !names.has(qualifierOf(field, field.name) ?? '');
  for (const field of fields)
    if (field.unique || isHalf(field)) copied[field.name] = emptyOf(field);
  return copied;
}

/**
 * The fields whose value differs from the one in `base`, each in the form in which it would be stored.
 * A blank typed and removed, or a number written with more zeros, is not a change.
 */
export function changesOf(
  fields: readonly Field[],
  base: Readonly<Values>,
  values: Readonly<Values>,
): Values {
  const changes: Values = {};
  for (const field of fields) {
    const before = formValueOf(field, base[field.name]);
    const after = values[field.name] ?? emptyOf(field);
    if (isSameJson(before, after)) continue;
    const checked = checkField(field, after);
    const stored = 'value' in checked ? checked.value : after;
    if (!isSameJson(before, stored === '' ? emptyOf(field) : stored)) changes[field.name] = stored;
  }
  return changes;
}
