import { defaultOf } from '../../descriptor/filter/tokens.ts';
import { checkField, emptyOf, withoutRemovedParts } from '../../descriptor/field-check.ts';
import { isSameJson } from '../../descriptor/json-object.ts';
import type { Field } from '../../fields/field.ts';
import { hereAndNow } from '../client/moment.ts';

export type Values = Record<string, unknown>;

/** What a form holds of a record: the fields given, the empty ones as their own "nothing". */
export function toFormValues(fields: readonly Field[], record: Readonly<Values>): Values {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      withoutRemovedParts(field, record[field.name], record[field.name]) ?? emptyOf(field),
    ]),
  );
}

/** A new record as the descriptor would have it. */
export function toNewValues(fields: readonly Field[]): Values {
  const moment = hereAndNow();
  return Object.fromEntries(
    fields.map((field) => [field.name, defaultOf(field, moment) ?? emptyOf(field)]),
  );
}

/** A new record like another one, without what only one record may have. */
export function toCopiedValues(fields: readonly Field[], record: Readonly<Values>): Values {
  const copied = toFormValues(fields, record);
  for (const field of fields) if (field.unique) copied[field.name] = emptyOf(field);
  return copied;
}

/**
 * The fields whose value is another one than in `base`, each in the form it would
 * be stored in: a blank typed and taken away, or a number written with more
 * zeros, is no change.
 */
export function changesOf(
  fields: readonly Field[],
  base: Readonly<Values>,
  values: Readonly<Values>,
): Values {
  const changes: Values = {};
  for (const field of fields) {
    const before = withoutRemovedParts(field, base[field.name], base[field.name]) ?? emptyOf(field);
    const after = values[field.name] ?? emptyOf(field);
    if (isSameJson(before, after)) continue;
    const checked = checkField(field, after);
    const stored = 'value' in checked ? checked.value : after;
    if (!isSameJson(before, stored === '' ? emptyOf(field) : stored)) changes[field.name] = stored;
  }
  return changes;
}
