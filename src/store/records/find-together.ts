import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { OWN } from '../schema/place.ts';
import type { Connection } from '../connection/connection.ts';
import { createParams, quoteName } from '../connection/sql.ts';
import type { StoredRecord } from '../store.ts';
import { toCondition } from './conditions.ts';
import { ownFields, toStored, type OwnField } from './own-fields.ts';
import { answeredNames, recordColumns, selectJson } from '../schema/record-json.ts';
import { createSqlScope, type Scope } from './scope.ts';

/** Records by the values of several fields together. */
export async function findTogether(
  { connection, scope }: { connection: Connection; scope: Scope },
  resource: Resource,
  names: readonly string[],
  tuples: readonly (readonly unknown[])[],
  see?: Filter,
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
  const columns = recordColumns(resource, answeredNames(resource, undefined, names));
  const source = selectJson(quoteName(resource.name), columns);
  const text = `select coalesce(json_agg(row_to_json(x)), '[]')::text ${source} where ${condition}`;
  const [row] = await connection.run({ text, values: params.values });
  return JSON.parse(row![0]);
}

/** In the order of the names. */
function fieldsOf(resource: Resource, names: readonly string[]): OwnField[] {
  return names.map((name) => ownFields(resource).find((field) => field.name === name)!);
}
