import { requireItem } from '../../fields/require-entry.ts';
import { headOf } from '../../fields/text/head-of-path.ts';
import type { NestedFilter } from '../../fields/type/field.ts';
import { isOperator, operators } from '../../fields/type/operators.ts';
import { isObject } from '../json-object.ts';

/** The filter of a reference for one record, as the `where` of a list of the other resource. */
export type TargetWhere = {
  where: NestedFilter;
  /** The empty fields of the record without which nothing matches. */
  waitsFor: readonly string[];
};

/**
 * Writes the values of a record into the filter of one of its references. `valueOf` returns null for an empty field, and
 * undefined for one whose value is unknown; a condition on it is left out, and the server decides.
 */
export function toTargetWhere(
  filter: NestedFilter,
  valueOf: (path: string) => unknown,
): TargetWhere {
  return {
    where: resolve(filter, valueOf, true),
    waitsFor: [...new Set(findEmpty(filter, valueOf))],
  };
}

type ValueOf = (path: string) => unknown;

const always: NestedFilter = { and: [] };
const never: NestedFilter = { or: [] };

/** `isPositive`: not inside a `not`, where more conditions let more records through. */
function resolve(filter: NestedFilter, valueOf: ValueOf, isPositive: boolean): NestedFilter {
  const and = Object.entries(filter).map(([key, value]): NestedFilter => {
    if ((key === 'and' || key === 'or') && Array.isArray(value))
      return { [key]: value.map((part) => resolve(part as NestedFilter, valueOf, isPositive)) };
    if (key === 'not' && isObject(value)) return { not: resolve(value, valueOf, !isPositive) };
    const other = otherField(value);
    if (other === undefined) return { [key]: value };
    const own = valueOf(other);
    if (own === undefined) return isPositive ? always : never;
    if (own === null || own === '') return isNegated(key) ? always : never;
    return { [key]: own };
  });
  return and.length === 1 ? requireItem(and, 0) : { and };
}

/** The empty fields that every match needs. */
function findEmpty(filter: NestedFilter, valueOf: ValueOf): string[] {
  return Object.entries(filter).flatMap(([key, value]) => {
    if (key === 'and' && Array.isArray(value))
      return value.flatMap((part) => findEmpty(part as NestedFilter, valueOf));
    const other = isNegated(key) ? undefined : otherField(value);
    if (other === undefined) return [];
    const own = valueOf(other);
    return own === null || own === '' ? [headOf(other)] : [];
  });
}

function otherField(value: unknown): string | undefined {
  return isObject(value) && typeof value['$field'] === 'string' ? value['$field'] : undefined;
}

/** Whether a condition is true for records that do not have a value. An empty value is never equal to another. */
function isNegated(key: string): boolean {
  const operator = key.slice(key.lastIndexOf('_') + 1);
  return isOperator(operator) && 'negates' in operators[operator];
}
