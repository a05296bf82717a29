import { comparesBounds, toCertain } from '../../../descriptor/filter/certain.ts';
import { toDeclaredFilter } from '../../../descriptor/filter/declared-filter.ts';
import { isFieldOperand, needsStore, type Filter } from '../../../descriptor/filter/filter.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { literalParams } from '../../schema/literal-params.ts';
import { compileExpression } from '../../schema/expression/compile-expression.ts';
import { ownPaths } from '../../schema/expression/computed-sql.ts';
import { pastOf } from '../../schema/past-resource.ts';
import { findPlace } from '../../schema/place.ts';
import { compareFields, conditionSql } from '../filters.ts';

/** A declared filter of the fields of a row as SQL without parameters. `table`: its alias and a dot, or nothing in DDL. */
export function ownFilterSql(resource: Resource, where: unknown, table: string): string {
  // An expression is read where it can name resources, though this one names no other.
  const resources = new Map([[resource.name, resource]]);
  return toSql(toDeclaredFilter(resource, where, resources).unresolved);

  // PostgreSQL cannot replace a stored column that a constraint reads, so the constraint computes the value itself.
  function placeOf(path: string) {
    const isComputed = resource.fields.get(path)?.computed !== undefined;
    return findPlace(isComputed ? pastOf(resource) : resource, path, table);
  }

  function toSql(filter: Filter): string {
    if ('and' in filter) return `(${filter.and.map(toSql).join(' and ') || 'true'})`;
    if ('or' in filter) return `(${filter.or.map(toSql).join(' or ') || 'false'})`;
    if ('not' in filter) return `(${toSql(filter.not)} is not true)`;
    if ('expression' in filter)
      return compileExpression(filter.expression, ownPaths(resource, table)).sql;
    if (needsStore(filter)) throw new Error(`A row of ${resource.name} does not know others.`);
    if (comparesBounds(filter)) return toSql(toCertain(filter));
    const { path, operator, operands } = filter;
    const place = placeOf(path);
    const [operand] = operands;
    if (isFieldOperand(operand)) return compareFields(operator, place, placeOf(operand.field));
    return `(${conditionSql(operator, place, literalParams(resource.timeZone), operands)})`;
  }
}
