import { requireEntry, requireValue } from '../../../fields/require-entry.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import { findPlace, joinTable, OWN } from '../../schema/place.ts';
import { createParams, quoteName, quoteText, type Params } from '../../connection/sql.ts';
import { readRow, type Connection, type Connections } from '../../connection/connection.ts';
import type { Referrer, StoredRecord } from '../../store.ts';
import { toCondition, toFilterSql } from '../sql/conditions.ts';
import { conditionSql } from '../filters.ts';
import { responseNames, recordColumns, selectJson } from '../../schema/record-json.ts';
import { createSqlScope, type Scope, type SqlScope } from '../sql/scope.ts';
import { storedFields, toStored, type StoredField } from '../sql/stored-fields.ts';

/** Where to read, and which records the reader may see. */
export type ReadContext = { connection: Connection; scope: Scope };

export async function getRecord(
  { connection, scope, see }: ReadContext & { see: Filter | undefined },
  resource: Resource,
  id: string,
  readable: readonly string[] | undefined,
): Promise<{ json: string; version: number } | undefined> {
  const params = createParams([id]);
  const sqlScope = createSqlScope(scope, params);
  const select = getText(resource, readable, sqlScope);
  const only = see ? ` and ${toFilterSql(resource, see, sqlScope)}` : '';
  const statement = { text: select + only, values: params.values };
  const [row] = await connection.run<[json: string, version: number]>(statement);
  return row && { json: row[0], version: row[1] };
}

/** Records by the values of a unique field, as far as `see` lets through; with only `fields`, or whole. */
type WantedRecords = {
  path?: string;
  values: readonly unknown[];
  fields?: readonly string[] | undefined;
  see?: Filter | undefined;
};

export async function findRecords(
  { connection, scope }: ReadContext,
  resource: Resource,
  { path = '_id', values, fields, see }: WantedRecords,
): Promise<StoredRecord[]> {
  const params = createParams();
  const sqlScope = createSqlScope(scope, params);
  const only = toCondition(resource, { filter: see }, undefined, sqlScope);
  const condition = `${conditionSql('in', findPlace(resource, path), params, values)} and ${only}`;
  const names = responseNames(resource, undefined, fields);
  const source = selectJson(quoteName(resource.name), recordColumns(resource, names, { sqlScope }));
  const text = `select coalesce(json_agg(row_to_json(x)), '[]')::text ${source} where ${condition}`;
  const [json] = await readRow<[string]>(connection, { text, values: params.values });
  return JSON.parse(json);
}

export async function countRecords(
  { connection, scope }: ReadContext,
  resource: Resource,
  filter?: Filter,
): Promise<number> {
  const params = createParams();
  const condition = toCondition(resource, { filter }, undefined, createSqlScope(scope, params));
  const text = `select count(*) from ${quoteName(resource.name)} ${OWN} where ${condition}`;
  const [count] = await readRow<[number]>(connection, { text, values: params.values });
  return count;
}

/** The records that refer to the record, the most numerous first; those that the reader may not see are counted apart. */
export async function findReferrers(
  { connection, scope }: ReadContext,
  resource: Resource,
  id: string,
): Promise<Referrer[]> {
  const params = createParams([id]);
  const counts = referrersOf(scope, params, resource).map(
    ({ resource: from, field, target, rows, seen }) =>
      `select ${quoteText(from)}, ${quoteText(field)}, count(*) filter (where ${seen}), ` +
      `count(*) filter (where not ${seen}) from ${rows} where ${target} = $1`,
  );
  if (counts.length === 0) return [];
  const text =
    `select * from (${counts.join(' union all ')}) as c(resource, field, count, unseen) ` +
    'where count + unseen > 0 order by count desc';
  const rows = await connection.run<[from: string, field: string, count: number, unseen: number]>({
    text,
    values: params.values,
  });
  return rows.map(([from, field, count, unseen]) => ({ resource: from, field, count, unseen }));
}

/** Where the references to a resource are, as SQL; `seen`: whether the reader may see the record that has one. */
export function referrersOf(
  scope: Scope,
  params: Params,
  resource: Resource,
  isAsked: (place: { resource: string; field: string }) => boolean = () => true,
) {
  const sqlScope = createSqlScope(scope, params);
  const references = referringFields(scope.descriptor, resource).filter(({ from, field }) =>
    isAsked({ resource: from, field }),
  );
  return references.map(({ from, field, isMany }) => {
    const own = `${quoteName(from)} ${OWN}`;
    const of = requireEntry(scope.descriptor.resources, from);
    const see = scope.rowsOf?.(of)?.see;
    return {
      resource: from,
      field,
      target: isMany ? 'm.target' : `${OWN}.${quoteName(field)}`,
      owner: isMany ? 'm.owner' : `${OWN}._id`,
      rows: !isMany
        ? own
        : `${quoteName(joinTable(from, field))} m${see ? ` join ${own} on ${OWN}._id = m.owner` : ''}`,
      seen: see ? `((${toFilterSql(of, see, sqlScope)}) is true)` : 'true',
    };
  });
}

/** The fields of any resource that refer to this one. */
export function referringFields(descriptor: Descriptor, resource: Resource) {
  return [...descriptor.resources.values()].flatMap(({ name, fields }) =>
    [...fields.values()].flatMap((field) => {
      const relation = field.kind.relation?.(field.settings);
      return relation?.to === resource.name
        ? [{ from: name, field: field.name, isMany: relation.many }]
        : [];
    }),
  );
}

/** Each role has one list of readable fields, worked out once, so the same list comes again and again. */
const getTexts = new WeakMap<Resource, WeakMap<readonly string[], string>>();
const everything: readonly string[] = [];

function getText(resource: Resource, readable: readonly string[] | undefined, sqlScope: SqlScope) {
  let ofResource = getTexts.get(resource);
  if (!ofResource) getTexts.set(resource, (ofResource = new WeakMap()));
  let text = ofResource.get(readable ?? everything);
  if (text !== undefined) return text;
  const columns = recordColumns(resource, responseNames(resource, readable), { sqlScope });
  const source = selectJson(quoteName(resource.name), columns);
  text = `select row_to_json(x)::text, ${OWN}._version ${source} where ${OWN}._id = $1`;
  // A text that looks at other records depends on who reads them, and on a descriptor other than the resource's own.
  if (sqlScope.dependencies.size === 0) ofResource.set(readable ?? everything, text);
  return text;
}

// PostgreSQL cannot guess how many records have one of thousands of values, so it guesses "most of them" and reads
// the whole table. With these settings it asks the indexes, which takes a moment.
const byIndexes = 'set local enable_seqscan = off; set local enable_indexscan = off';
const asUsual = 'set local enable_seqscan = on; set local enable_indexscan = on';

/** The records of a filter that few meet, though it names thousands of values: at most so many, in any order. */
export async function findAny(
  { begin, scope }: { begin: Connections['begin']; scope: Scope },
  resource: Resource,
  filter: Filter,
  { fields, most }: { fields: readonly string[]; most: number },
): Promise<StoredRecord[]> {
  const params = createParams();
  const sqlScope = createSqlScope(scope, params);
  const condition = toCondition(resource, { filter }, undefined, sqlScope);
  const columns = recordColumns(resource, responseNames(resource, undefined, fields), { sqlScope });
  const source = selectJson(quoteName(resource.name), columns);
  const rows = `select row_to_json(x) as record ${source} where ${condition} order by ${OWN}._id limit ${params.add(most)}`;
  const text = `select coalesce(json_agg(record), '[]')::text from (${rows}) found`;
  const { connection, end } = await begin({ readOnly: true });
  try {
    await connection.query(byIndexes);
    const statement = { text, values: params.values, dependsOnValues: true };
    const [json] = await readRow<[string]>(connection, statement);
    // The transaction may be part of a larger one.
    await connection.query(asUsual);
    await end('commit');
    return JSON.parse(json) as StoredRecord[];
  } catch (error) {
    await end('rollback');
    throw error;
  }
}

/** Finds records by the values of several fields together. */
export async function findTogether(
  { connection, scope, see }: ReadContext & { see?: Filter | undefined },
  resource: Resource,
  names: readonly string[],
  tuples: readonly (readonly unknown[])[],
): Promise<StoredRecord[]> {
  const params = createParams();
  const only = toCondition(resource, { filter: see }, undefined, createSqlScope(scope, params));
  const fields = fieldsOf(resource, names);
  const lists = fields.map((field, at) => {
    const list = tuples.map((tuple) => toStored(field, tuple[at]));
    return `${params.add(list)}::${field.type}[]`;
  });
  const own = fields.map(({ column }) => `${OWN}.${column}`);
  const condition = `(${own.join(', ')}) in (select * from unnest(${lists.join(', ')})) and ${only}`;
  const columns = recordColumns(resource, responseNames(resource, undefined, names));
  const source = selectJson(quoteName(resource.name), columns);
  const text = `select coalesce(json_agg(row_to_json(x)), '[]')::text ${source} where ${condition}`;
  const [json] = await readRow<[string]>(connection, { text, values: params.values });
  return JSON.parse(json);
}

/** In the order of the names. */
function fieldsOf(resource: Resource, names: readonly string[]): StoredField[] {
  return names.map((name) =>
    requireValue(
      storedFields(resource).find((field) => field.name === name),
      name,
    ),
  );
}
