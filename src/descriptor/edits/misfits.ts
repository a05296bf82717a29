import { fieldTypes } from '../../fields/registry.ts';
import type { Field } from '../../fields/type/field.ts';
import { toField } from '../../fields/type/to-field.ts';
import type { JsonObject } from '../json-object.ts';
import { checkSupport } from '../read/checks/field-checks.ts';
import { asObject, checkField } from '../read/draft.ts';
import { readFieldConditions } from '../read/read-conditions.ts';

/** The settings that a declared field could have, but not with its type: a search in numbers, or a date as the default of a text. */
export function misfitsOf(declared: JsonObject): string[] {
  const field = fieldOf(declared);
  return field ? checkSupport(field, []).map(({ path }) => String(path[0])) : [];
}

/** What a declaration of a field means that stands alone; undefined if it has a mistake. */
export function fieldOf(declared: JsonObject): Field | undefined {
  const field = asObject(readFieldConditions(declared, []).value);
  const kind = Object.entries(fieldTypes).find(([type]) => type === field.type)?.[1];
  return kind && checkField([], field).length === 0 ? toField(kind, '', field) : undefined;
}
