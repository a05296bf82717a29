import type { Column } from '../../fields/field-type.ts';
import type { Field } from '../../fields/field.ts';
import type { Resource } from '../descriptor.ts';
import { findField } from '../system-fields.ts';
import type { ValueKind } from './expression.ts';

type Fields = Pick<Resource, 'name' | 'fields'>;

/** Where a path of an expression leads: into the record, or one step through a reference. */
type Way =
  { own: Field; path: string } | { reference: Field; to: string; rest: string } | undefined;

/** Undefined where there is no such field. What a reference refers to is looked up by who asks. */
export function findWay(resource: Fields, path: string): Way {
  const own = findField(resource, path);
  if (own) return { own, path };
  const dot = path.indexOf('.');
  const reference = dot < 0 ? undefined : findField(resource, path.slice(0, dot));
  const relation = reference?.kind.relation?.(reference.settings);
  if (!reference || !relation || relation.many) return undefined;
  return { reference, to: relation.to, rest: path.slice(dot + 1) };
}

/** What the value of a field is to an expression; undefined where it holds many, a structure, or refers elsewhere. */
export function kindOfValue(field: Field): Exclude<ValueKind, 'nothing'> | undefined {
  const { sql, many = false } = field.kind.column(field.settings);
  return many || field.kind.relation ? undefined : kinds[sql];
}

const kinds: Record<Column['sql'], Exclude<ValueKind, 'nothing'> | undefined> = {
  text: 'text',
  bigint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  date: 'date',
  timestamptz: 'datetime',
  jsonb: undefined,
};
