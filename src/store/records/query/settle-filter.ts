import type { Resource } from '../../../descriptor/descriptor.ts';
import { valuesAtPath } from '../../../descriptor/filter/evaluate-filter.ts';
import { needsStore, type Filter } from '../../../descriptor/filter/filter.ts';
import type { JsonObject } from '../../../descriptor/json-object.ts';
import { createParams, quoteName } from '../../connection/sql.ts';
import { OWN } from '../../schema/place.ts';
import { resourceNamed, toFilterSql } from '../sql/conditions.ts';
import type { ReadContext } from './read.ts';
import { createSqlScope } from '../sql/scope.ts';
import { requireItem } from '../../../fields/require-entry.ts';

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
  const settleAll = async (all: readonly Filter[]): Promise<Filter[]> => {
    const settled: Filter[] = [];
    for (const part of all) settled.push(await settleFilter(context, resource, part, records));
    return settled;
  };
  if ('and' in filter) return { and: await settleAll(filter.and) };
  if ('or' in filter) return { or: await settleAll(filter.or) };
  if ('not' in filter) return { not: requireItem(await settleAll([filter.not]), 0) };
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
