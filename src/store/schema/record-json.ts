import { systemFields, type Descriptor, type Resource } from '../../descriptor/descriptor.ts';
import { findPlace, OWN, type Place } from './place.ts';
import { keySql } from './key-sql.ts';
import { quoteName } from '../connection/sql.ts';
import { sqlTypes } from '../sql-types.ts';
import type { JsonColumn } from '../wire/wire.ts';
import type { SqlScope } from '../records/sql/scope.ts';

const [ID, VERSION, ...STAMPS] = systemFields;

export type RecordJsonOptions = {
  /** Writes references by the `importKey` of their target. */
  byKey?: { fields: ReadonlySet<string>; descriptor: Descriptor };
  /** For values computed from other records. */
  sqlScope?: SqlScope;
};

/**
 * The columns of a record in the order and form of its JSON, for a `select` from the resource's table. PostgreSQL
 * writes the text, so a record passes through without being parsed here.
 */
export function recordColumns(
  resource: Resource,
  names: readonly string[],
  options: RecordJsonOptions = {},
): string {
  return names.map((name) => `${toJson(resource, name, options)} as ${quoteName(name)}`).join(', ');
}

/** The same columns as PostgreSQL stores them, and how to make their JSON here, as lists do (`wire.ts`). */
export function wireColumns(
  resource: Resource,
  names: readonly string[],
  sqlScope: SqlScope,
): { sql: string; columns: JsonColumn[] } {
  const places = names.map((name) => ({ name, ...findPlace(resource, name, `${OWN}.`, sqlScope) }));
  const sqlOf = ({ shape, sql, type }: Place): string => {
    if (shape === 'join') return members(sql, undefined);
    if (isJsonList(shape, type)) return `to_jsonb(${sql})`;
    return shape === 'array' ? sql : (sqlTypes[type].toText?.(sql) ?? sql);
  };
  return {
    sql: places.map(sqlOf).join(', '),
    columns: places.map(({ name, shape, type }) => ({
      name,
      form: sqlTypes[type].form,
      many: shape !== 'column' && !isJsonList(shape, type),
    })),
  };
}

/** PostgreSQL writes the list, because it quotes objects in an array once more. */
function isJsonList(shape: Place['shape'], type: Place['type']): boolean {
  return shape === 'array' && type === 'jsonb';
}

/**
 * The names to return: `fields` where given, otherwise everything readable; `_id` and `_version` always. Fields behind
 * references come only by name, and whoever names them has checked that the reader may read them.
 */
export function responseNames(
  resource: Resource,
  readable: readonly string[] | undefined,
  fields?: readonly string[],
): string[] {
  const own = [...resource.fields.keys()].filter((name) => readable?.includes(name) ?? true);
  const isRequested = (name: string) => fields?.includes(name) ?? true;
  const through = fields?.filter((name) => resource.through.has(name)) ?? [];
  return [ID, VERSION, ...own.filter(isRequested), ...STAMPS.filter(isRequested), ...through];
}

/** The names of stored values, for history: computed values are made again each time. */
export function historyNames(resource: Resource): string[] {
  const isComputed = (name: string) => resource.fields.get(name)?.computed !== undefined;
  return responseNames(resource, undefined).filter((name) => !isComputed(name));
}

/** The `from` part for the columns of each record, from any source with the columns of the resource's table. */
export function selectJson(source: string, columns: string): string {
  return `from ${source} ${OWN} cross join lateral (select ${columns}) x`;
}

/** One value in its JSON form, or a column from which PostgreSQL makes that form. */
export function toJson(resource: Resource, name: string, options: RecordJsonOptions): string {
  const place = findPlace(resource, name, `${OWN}.`, options.sqlScope);
  const key = place.to === undefined ? undefined : keyOfTarget(place.to, name, options);
  if (place.shape === 'join') return members(place.sql, key);
  if (key && place.shape === 'array') return keysOfMany(place.sql, key);
  if (key) return keyOfOne(place.sql, key);
  // A list of times would need each member converted; no type has one.
  return place.shape === 'array' ? place.sql : sqlTypes[place.type].toJson(place.sql);
}

type TargetKey = { table: string; value: string };

function keyOfTarget(
  to: string,
  name: string,
  { byKey }: RecordJsonOptions,
): TargetKey | undefined {
  if (!byKey?.fields.has(name)) return undefined;
  const { resources } = byKey.descriptor;
  const target = resources.get(to);
  if (!target || target.importKey.includes(ID)) return undefined;
  const key = keySql(resources, target, 'k');
  return { table: quoteName(target.name), value: `coalesce(${key}, k._id)` };
}

/**
 * An empty reference needs no search; most records of most exports have one. A record of the past may refer to one that
 * is gone, which is named by its `_id`.
 */
function keyOfOne(id: string, { table, value }: TargetKey): string {
  const key = `(select ${value} from ${table} k where k._id = ${id})`;
  return `case when ${id} is not null then coalesce(${key}, ${id}) end`;
}

function keysOfMany(ids: string, { table, value }: TargetKey): string {
  return (
    `array(select coalesce(${value}, m.id) from unnest(${ids}) with ordinality as m(id, n) ` +
    `left join ${table} k on k._id = m.id order by m.n)`
  );
}

/** One check asks whether any record has members, so records do not search for members of an unused field. */
function members(table: string, key: TargetKey | undefined): string {
  const from = key ? `${table} j join ${key.table} k on k._id = j.target` : `${table} j`;
  const own = `array(select ${key?.value ?? 'j.target'} from ${from} where j.owner = ${OWN}._id order by j.position)`;
  return `case when exists (select from ${table}) then ${own} else '{}' end`;
}
