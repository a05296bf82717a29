import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { findPlace, joinTable, OWN } from '../schema/place.ts';
import { createParams, quoteName, quoteText } from '../connection/sql.ts';
import type { Session } from '../connection/session.ts';
import type { Referrer, StoredRecord } from '../store.ts';
import { toCondition, toFilterSql } from './conditions.ts';
import { conditionSql } from './filters.ts';
import { answeredNames, recordColumns, selectJson } from '../schema/record-json.ts';
import { createSight, type Scope, type Sight } from './sight.ts';

/** Where to read, and for whose eyes. */
export type ReadParts = { session: Session; scope: Scope };

export async function getRecord(
  { session, scope }: ReadParts,
  resource: Resource,
  id: string,
  readable: readonly string[] | undefined,
  see?: Filter,
): Promise<{ json: string; version: number } | undefined> {
  const params = createParams([id]);
  const sight = createSight(scope, params);
  const select = getText(resource, readable, sight);
  const only = see ? ` and ${toFilterSql(resource, see, sight)}` : '';
  const [row] = await session.run({ text: select + only, values: params.values });
  return row && { json: row[0], version: row[1] };
}

export async function findRecords(
  { session, scope }: ReadParts,
  resource: Resource,
  path: string,
  values: readonly unknown[],
  fields?: readonly string[],
  see?: Filter,
): Promise<StoredRecord[]> {
  const params = createParams();
  const sight = createSight(scope, params);
  const only = toCondition(resource, { filter: see }, undefined, sight);
  const condition = `${conditionSql('in', findPlace(resource, path), params, values)} and ${only}`;
  const names = answeredNames(resource, undefined, fields);
  const source = selectJson(quoteName(resource.name), recordColumns(resource, names, { sight }));
  const text = `select coalesce(json_agg(row_to_json(x)), '[]')::text ${source} where ${condition}`;
  const [row] = await session.run({ text, values: params.values });
  return JSON.parse(row![0]);
}

export async function countRecords(
  { session, scope }: ReadParts,
  resource: Resource,
  filter?: Filter,
): Promise<number> {
  const params = createParams();
  const condition = toCondition(resource, { filter }, undefined, createSight(scope, params));
  const text = `select count(*) from ${quoteName(resource.name)} ${OWN} where ${condition}`;
  const [row] = await session.run({ text, values: params.values });
  return row![0];
}

/** Who refers to the record, the most numerous first. */
export async function findReferrers(
  session: Session,
  descriptor: Descriptor,
  resource: Resource,
  id: string,
): Promise<Referrer[]> {
  const counts = referringFields(descriptor, resource).map(({ from, field, isMany }) => {
    const table = quoteName(isMany ? joinTable(from, field) : from);
    const column = isMany ? 'target' : quoteName(field);
    return `select ${quoteText(from)}, ${quoteText(field)}, count(*) from ${table} where ${column} = $1`;
  });
  if (counts.length === 0) return [];
  const text = `select * from (${counts.join(' union all ')}) as c(resource, field, count) where count > 0 order by count desc`;
  const rows = await session.run({ text, values: [id] });
  return rows.map(([from, field, count]) => ({ resource: from, field, count }));
}

function referringFields(descriptor: Descriptor, resource: Resource) {
  return [...descriptor.resources.values()].flatMap(({ name, fields }) =>
    [...fields.values()].flatMap((field) => {
      const relation = field.kind.relation?.(field.settings);
      return relation?.to === resource.name
        ? [{ from: name, field: field.name, isMany: relation.many }]
        : [];
    }),
  );
}

/** Who may read what is worked out once per role, so the same list of names comes again and again. */
const getTexts = new WeakMap<Resource, WeakMap<readonly string[], string>>();
const everything: readonly string[] = [];

function getText(
  resource: Resource,
  readable: readonly string[] | undefined,
  sight: Sight,
): string {
  let ofResource = getTexts.get(resource);
  if (!ofResource) getTexts.set(resource, (ofResource = new WeakMap()));
  let text = ofResource.get(readable ?? everything);
  if (text !== undefined) return text;
  const columns = recordColumns(resource, answeredNames(resource, readable), { sight });
  const source = selectJson(quoteName(resource.name), columns);
  text = `select row_to_json(x)::text, ${OWN}._version ${source} where ${OWN}._id = $1`;
  // What looks at other records hangs on whose eyes look, and on another descriptor than the resource's own.
  if (sight.asked.size === 0) ofResource.set(readable ?? everything, text);
  return text;
}
