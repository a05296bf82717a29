import { systemFields, type Descriptor, type Resource } from '../../descriptor/descriptor.ts';
import type { Field } from '../../fields/field.ts';
import { findPlace, OWN, type Place } from './place.ts';
import { quoteName } from '../connection/sql.ts';
import { sqlTypes } from '../sql-types.ts';
import type { JsonColumn } from '../wire/wire.ts';
import type { SqlScope } from '../records/scope.ts';

const [ID, VERSION, ...STAMPS] = systemFields;

export type RecordJsonOptions = {
  /** Where the members of a many-valued reference come from; by default they are read from its table. */
  members?: (field: Field) => string | undefined;
  /** References written as the `importKey` of what they refer to. */
  byKey?: { fields: ReadonlySet<string>; descriptor: Descriptor };
  /** For what is computed from other records. */
  sqlScope?: SqlScope;
};

/**
 * The columns of a record in the order and the form of its JSON, to be selected from the resource's
 * table. PostgreSQL makes the text of it, so that a record passes through us without being read.
 */
export function recordColumns(
  resource: Resource,
  names: readonly string[],
  options: RecordJsonOptions = {},
): string {
  return names.map((name) => `${toJson(resource, name, options)} as ${quoteName(name)}`).join(', ');
}

/** The same columns as PostgreSQL keeps them, and how their JSON is made here, as lists do (`wire.ts`). */
export function listedColumns(
  resource: Resource,
  names: readonly string[],
  sqlScope: SqlScope,
): { sql: string; columns: JsonColumn[] } {
  const places = names.map((name) => ({ name, ...findPlace(resource, name, `${OWN}.`, sqlScope) }));
  const sqlOf = ({ shape, sql }: Place) => (shape === 'join' ? members(sql, undefined) : sql);
  return {
    sql: places.map(sqlOf).join(', '),
    columns: places.map(({ name, shape, type }) => ({
      name,
      form: sqlTypes[type].form,
      many: shape !== 'column',
    })),
  };
}

/** The names to answer with: `fields` where asked for, else everything readable. `_id` and `_version` always. */
export function answeredNames(
  resource: Resource,
  readable: readonly string[] | undefined,
  fields?: readonly string[],
): string[] {
  const own = [...resource.fields.keys()].filter((name) => readable?.includes(name) ?? true);
  const asked = (name: string) => fields?.includes(name) ?? true;
  return [ID, VERSION, ...own.filter(asked), ...STAMPS.filter(asked)];
}

/** The names of what is written, as history keeps it: what is computed is made anew each time. */
export function writtenNames(resource: Resource): string[] {
  const isComputed = (name: string) => resource.fields.get(name)?.computed !== undefined;
  return answeredNames(resource, undefined).filter((name) => !isComputed(name));
}

/** `select` of the text of each record, from any source that has the columns of the resource's table. */
export function selectJson(source: string, columns: string): string {
  return `from ${source} ${OWN} cross join lateral (select ${columns}) x`;
}

/** One value in the form of its JSON, or a column PostgreSQL makes that form of. */
export function toJson(resource: Resource, name: string, options: RecordJsonOptions): string {
  const place = findPlace(resource, name, `${OWN}.`, options.sqlScope);
  const field = resource.fields.get(name);
  const key = field && place.to !== undefined ? keyOfTarget(place.to, name, options) : undefined;
  if (place.shape === 'join') return options.members?.(field!) ?? members(place.sql, key);
  if (key) return keyOfOne(place.sql, key);
  // A list of times would need each of its members written; no type has one.
  return place.shape === 'array' ? place.sql : sqlTypes[place.type].toJson(place.sql);
}

type TargetKey = { table: string; value: string };

function keyOfTarget(
  to: string,
  name: string,
  { byKey }: RecordJsonOptions,
): TargetKey | undefined {
  const target = byKey?.fields.has(name) ? byKey.descriptor.resources.get(to) : undefined;
  if (!target || target.importKey === ID) return undefined;
  const { sql } = findPlace(target, target.importKey, 'k.');
  return { table: quoteName(target.name), value: `coalesce(${sql}::text, k._id)` };
}

/** Nothing is looked for where nothing is referred to, as in most records of most exports. */
function keyOfOne(id: string, { table, value }: TargetKey): string {
  return `case when ${id} is not null then (select ${value} from ${table} k where k._id = ${id}) end`;
}

/** Whether anybody has members is asked once: of a field nobody uses yet, no record looks for its own. */
function members(table: string, key: TargetKey | undefined): string {
  const from = key ? `${table} j join ${key.table} k on k._id = j.target` : `${table} j`;
  const own = `array(select ${key?.value ?? 'j.target'} from ${from} where j.owner = ${OWN}._id order by j.position)`;
  return `case when exists (select from ${table}) then ${own} else '{}' end`;
}
