import type { Resource } from '../../../descriptor/descriptor.ts';
import { headOf } from '../../../fields/text/head-of-path.ts';
import { systemFieldTable } from '../../../descriptor/system-fields.ts';
import { documentOf } from '../../schema/past-resource.ts';
import { sqlTypes } from '../../sql-types.ts';
import { storedPaths } from '../past/past-names.ts';
import { pastFields } from '../past/past-values.ts';
import { pathsOf } from '../../../descriptor/filter/declared-filter.ts';
import { valuesAtPath } from '../../../descriptor/filter/evaluate-filter.ts';
import {
  conditionsIn,
  mapConditions,
  needsStore,
  type Condition,
  type Filter,
} from '../../../descriptor/filter/filter.ts';
import type { JsonObject } from '../../../descriptor/json-object.ts';
import { createParams, quoteName, quoteText } from '../../connection/sql.ts';
import { OWN } from '../../schema/place.ts';
import { resourceNamed, toFilterSql } from '../sql/conditions.ts';
import type { ReadContext } from './read.ts';
import { createSqlScope } from '../sql/scope.ts';
import { requireEntry, requireItem } from '../../../fields/require-entry.ts';

/**
 * The same filter for these records without its parts about other records, so that it can be evaluated in memory. Each
 * such part becomes the `_id`s that meet it today, among those that the records name. The records may be of the past,
 * or deleted.
 */
export async function settleFilter(
  context: ReadContext,
  resource: Resource,
  filter: Filter,
  records: readonly JsonObject[],
): Promise<Filter> {
  const settled = new Map<Filter, Filter>();
  for (const condition of conditionsIn(filter))
    settled.set(condition, await settleCondition(context, resource, condition, records));
  return mapConditions(filter, (condition) => requireEntry(settled, condition));
}

async function settleCondition(
  context: ReadContext,
  resource: Resource,
  filter: Condition,
  records: readonly JsonObject[],
): Promise<Filter> {
  const isComputed = (path: string) => resource.fields.get(path)?.computed !== undefined;
  // Of a new record, which has no `_id` yet, no table can tell what refers to it.
  const isUncounted = 'count' in filter && records.some(({ _id }) => _id === undefined);
  const isOfValues = 'path' in filter && pathsOf(filter).some(isComputed);
  if ('expression' in filter || isUncounted || isOfValues)
    return settleComputed(context, resource, filter, records);
  if (!needsStore(filter)) return filter;
  const isThrough = 'through' in filter;
  const path = isThrough ? filter.through : '_id';
  const ids = [...new Set(records.flatMap((record) => valuesAtPath(record, path)))];
  if (ids.length === 0) return { path, operator: 'in', operands: [] };
  const params = createParams([ids]);
  const sqlScope = createSqlScope(context.scope, params);
  const target = isThrough ? resourceNamed(sqlScope, filter.target.name) : resource;
  const condition = toFilterSql(target, isThrough ? filter.some : filter, sqlScope);
  const text = `select ${OWN}._id from ${quoteName(target.name)} ${OWN} where ${OWN}._id = any($1::text[]) and ${condition}`;
  const rows = await context.connection.run({ text, values: params.values });
  return { path, operator: 'in', operands: rows.map(([id]) => id as string) };
}

/** What is computed of a record becomes the own values that it is computed from, where the condition holds for them. */
async function settleComputed(
  { connection, scope }: ReadContext,
  resource: Resource,
  filter: Condition,
  records: readonly JsonObject[],
): Promise<Filter> {
  const paths = storedPaths(scope.descriptor.resources, resource, pathsOf(filter)).filter(
    (path) => resource.fields.get(path)?.computed === undefined,
  );
  const valuesOf = (record: JsonObject) => paths.map((path) => valuesAtPath(record, path)[0]);
  const different = new Map(records.map((record) => [JSON.stringify(valuesOf(record)), record]));
  const documents = [...different.values()];
  const heads = [...new Set(['_id', ...paths.map((path) => headOf(path))])];
  const given = documents.map((record) =>
    Object.fromEntries(heads.map((name) => [name, record[name]])),
  );
  const params = createParams([JSON.stringify(given)]);
  const condition = toFilterSql(documentOf(resource), filter, createSqlScope(scope, params));
  const columns = heads.map((name) => columnOf(resource, name));
  const rows = `select d.n, ${columns.join(', ')} from jsonb_array_elements($1::jsonb) with ordinality d(doc, n)`;
  const text = `select ${OWN}.n::int from (${rows}) ${OWN} where ${condition}`;
  const met = await connection.run({ text, values: params.values });
  return {
    or: met.map(([n]) => {
      const values = valuesOf(requireItem(documents, Number(n) - 1));
      return { and: paths.map((path, at) => hasValue(path, values[at])) };
    }),
  };
}

function hasValue(path: string, value: unknown): Filter {
  return value === undefined
    ? { path, operator: 'null', operands: [] }
    : { path, operator: 'eq', operands: [value] };
}

/** A value of the document `d.doc` as a column. */
function columnOf(resource: Resource, name: string): string {
  const own = pastFields(resource).find((field) => field.name === name);
  if (own) return `${own.finish(own.ofDocument('d.doc'))} as ${own.column}`;
  const { kind, settings } = requireEntry(systemFieldTable, name);
  const { name: type } = sqlTypes[kind.column(settings).sql];
  return `(d.doc ->> ${quoteText(name)})::${type} as ${quoteName(name)}`;
}
