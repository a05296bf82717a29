import { styleOf } from '../../api/http/style-of.ts';
import type { UserCall } from '../../api/extending.ts';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { combineFilters } from '../../descriptor/filter/row-filters.ts';
import { namingFields, titleFields, titleFor } from '../../descriptor/title.ts';
import { OWN } from '../../store/schema/place.ts';
import { toCondition } from '../../store/records/sql/conditions.ts';
import { createSqlScope } from '../../store/records/sql/scope.ts';
import { createParams, quoteName } from '../../store/connection/sql.ts';
import { resourceNamed } from '../resource-named.ts';

/** Builds a statement over several tables that contains only records the caller may see. */
export type VisibleQuery = {
  /** The records of a resource that match the filter, as a table in brackets. */
  rows(name: string, filter?: Filter): string;
  param(value: unknown): string;
  run<Row>(text: string): Promise<Row[]>;
  /** Returns the row of a statement that always answers with one. */
  only<Row>(text: string): Promise<Row>;
};

export function createVisibleQuery({ descriptor, restriction, services }: UserCall): VisibleQuery {
  const params = createParams();
  const scope = createSqlScope({ descriptor, rowsOf: restriction?.rowsOf }, params);
  const reader = () => services.database.reader.for('report');
  return {
    rows(name, filter) {
      const resource = resourceNamed(descriptor, name);
      const theirs = combineFilters(filter, restriction?.rowsOf(resource)?.see);
      const where = toCondition(resource, { filter: theirs }, undefined, scope);
      return `(select ${OWN}.* from ${quoteName(name)} ${OWN} where ${where})`;
    },
    param: (value) => params.add(value),
    run: async (text) => await reader().rows(text, params.values),
    only: async (text) => await reader().only(text, params.values),
  };
}

/** Matches the records of a project. */
export function ofProject(id: string): Filter {
  return { path: 'project', operator: 'eq', operands: [id] };
}

/** The titles of records by `_id`; none if the caller may not list them or read the fields of the title. */
export async function titlesOf(
  call: UserCall,
  name: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { descriptor, role, services } = call;
  const resource = descriptor.resources.get(name);
  if (!resource || ids.length === 0 || !mayDo(descriptor, role, resource, 'list')) return new Map();
  const sees = (field: string): boolean => mayRead(descriptor, role, resource, field);
  if (!titleFields(resource).every(sees)) return new Map();
  const names = namingFields(resource).filter(sees);
  const records = await services.store.findMany(resource, '_id', ids, names);
  const style = styleOf(call);
  return new Map(records.map((record) => [record._id, titleFor(style, resource, record)]));
}
