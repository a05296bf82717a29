import type { Field, Text } from '../fields/type/field.ts';
import { fieldTypes, type FieldTypeName } from '../fields/registry.ts';
import { toField } from '../fields/type/to-field.ts';
import type { Resource } from './descriptor.ts';
import { requireValue } from '../fields/require-entry.ts';

/**
 * The six fields that every record has, as ordinary fields: lists can be filtered and
 * sorted by them, and screens show them with the same cells.
 */
export const systemFieldTable: ReadonlyMap<string, Field> = new Map(
  [
    toSystemField('_id', 'text', { en: 'ID', de: 'ID' }, { trim: false }),
    toSystemField('_version', 'number', { en: 'Version', de: 'Version' }, { integer: true }),
    toSystemField('createdAt', 'datetime', { en: 'Created', de: 'Angelegt' }),
    toSystemField('updatedAt', 'datetime', { en: 'Changed', de: 'Geändert' }),
    toSystemField(
      'createdBy',
      'reference',
      { en: 'Created by', de: 'Angelegt von' },
      { to: 'users' },
    ),
    toSystemField(
      'updatedBy',
      'reference',
      { en: 'Changed by', de: 'Geändert von' },
      { to: 'users' },
    ),
  ].map((field) => [field.name, field]),
);

/** The field of a record at a path: an own field, a system field, or a part of an object (`tagtog.id`). */
export function findField(resource: Pick<Resource, 'fields'>, path: string): Field | undefined {
  const field = resource.fields.get(path) ?? systemFieldTable.get(path);
  if (field) return field;
  const dot = path.indexOf('.');
  if (dot < 0) return undefined;
  const object = resource.fields.get(path.slice(0, dot));
  return object?.kind.parts?.(object.settings).get(path.slice(dot + 1));
}

/** The field of a path that must be there. Throws an error that names the path if it is not. */
export function requireField(resource: Pick<Resource, 'fields'>, path: string): Field {
  return requireValue(findField(resource, path), path);
}

/** The field that a list can show: as `findField`, or a field behind references (`chem.commonName`). */
export function findListedField(
  resource: Pick<Resource, 'fields' | 'through'>,
  path: string,
): Field | undefined {
  return findField(resource, path) ?? resource.through.get(path);
}

function toSystemField(
  name: string,
  type: FieldTypeName,
  label: Text,
  settings: Readonly<Record<string, unknown>> = {},
): Field {
  const declaration = { type, label, required: true, readOnly: true, ...settings };
  return toField(fieldTypes[type], name, declaration, Object.keys(label));
}
