import { headOf } from '../fields/text/head-of-path.ts';
import { requireEntry } from '../fields/require-entry.ts';
import type { Field, Text } from '../fields/type/field.ts';
import { qualifierOf } from '../fields/type/qualifier-of.ts';
import { unitFieldOf } from '../fields/type/unit-of.ts';
import { textIn } from '../fields/problems/localized-text.ts';
import type { Resource } from './descriptor.ts';
import { isObject } from './json-object.ts';
import { findField } from './system-fields.ts';

const cache = new WeakMap<Field, Field>();

/**
 * The field that a list column shows. For a part of an object, its name is the whole path and its label
 * joins both labels. The part is read-only, because it can only be written together with its object. A field of
 * another record (`lookups.ts`) is such a field from the start.
 */
export function findColumn(
  resource: Pick<Resource, 'fields'> & Partial<Pick<Resource, 'through'>>,
  path: string,
): Field | undefined {
  const field = findField(resource, path) ?? resource.through?.get(path);
  if (!field || field.name === path) return field;
  let column = cache.get(field);
  if (!column) {
    const object = requireEntry(resource.fields, path.slice(0, path.indexOf('.')));
    const label = joinLabels(object.label, field.label);
    column = { ...field, name: path, label, readOnly: true };
    cache.set(field, column);
  }
  return column;
}

/** The paths of all columns that a field offers: the field itself and its parts. */
export function columnPaths({ name, kind, settings }: Field): string[] {
  return [name, ...[...(kind.parts?.(settings).keys() ?? [])].map((part) => `${name}.${part}`)];
}

/** The value of a record in a column. Values of other records come under their whole path. */
export function valueAt(record: Readonly<Record<string, unknown>>, path: string): unknown {
  const dot = path.indexOf('.');
  if (dot < 0 || path in record) return record[path];
  const object = record[path.slice(0, dot)];
  return isObject(object) ? object[path.slice(dot + 1)] : undefined;
}

/** The names to request from the server for a column: an object comes whole, an amount with its unit. */
export function requestedNames(
  { fields, through }: Pick<Resource, 'fields' | 'through'>,
  path: string,
): string[] {
  const own = through.has(path) ? path : headOf(path);
  const field = fields.get(own) ?? through.get(own);
  const beside = field ? [unitFieldOf(field), qualifierOf(field, own)] : [];
  const known = beside.filter((each) => each !== undefined);
  return [own, ...known.filter((each) => fields.has(each) || through.has(each))];
}

/** The name of the reference to the record whose value a column shows; none for a value of the record itself. */
export function wayTo({ through }: Pick<Resource, 'through'>, path: string): string[] {
  const way = through.find(path)?.reference;
  return way === undefined ? [] : [way];
}

function joinLabels(object: Text, part: Text): Text {
  const languages = [...new Set([...Object.keys(object), ...Object.keys(part)])];
  return Object.fromEntries(
    languages.map((one) => [one, `${textIn(object, one)}: ${textIn(part, one)}`]),
  );
}
