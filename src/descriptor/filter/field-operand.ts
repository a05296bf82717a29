import type { Field } from '../../fields/field.ts';
import { operators } from '../../fields/operators.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { isMany } from '../field-check.ts';
import type { Filter } from './filter.ts';
import { isObject } from '../json-object.ts';
import { parsePath, type Asking, type Declaring, type Term } from './query-term.ts';

/**
 * `{"$field": "valueMax"}` in place of a value: what another field of the same
 * record holds. Undefined when the value is no such thing.
 */
export function parseFieldOperand(
  asking: Asking | Declaring,
  { path, field, operator }: Term,
  given: unknown,
  at: string,
): { filter: Filter } | { problems: Problem[] } | undefined {
  if (!isObject(given) || !Object.hasOwn(given, '$field')) return undefined;
  const other = given.$field;
  const inside = `${at}.$field`;
  if (typeof other !== 'string' || Object.keys(given).length > 1)
    return { problems: [problem('Q004', at, { expected: 'otherField' })] };
  if (operators[operator].takes !== 'one') {
    const comparing = Object.entries(operators).filter(([, { takes }]) => takes === 'one');
    return {
      problems: [problem('Q003', at, { operators: comparing.map(([name]) => name).join(', ') })],
    };
  }
  const found = parsePath(asking, other, inside);
  if ('problems' in found) return found;
  const kinds = [kindOf(asking, path, field), kindOf(asking, found.path, found.field)];
  if (kinds[0] === undefined || kinds[0] !== kinds[1])
    return { problems: [problem('Q004', inside, { expected: 'otherField' })] };
  return { filter: { path, operator, operands: [{ field: found.path }] } };
}

/** Values of the same kind can be compared; undefined where a field holds several, or a structure. */
function kindOf({ resource }: Asking | Declaring, path: string, field: Field): string | undefined {
  if (isMany(field)) return undefined;
  // The same names as references to these records have.
  if (path === '_id') return `record of ${resource.name}`;
  const relation = field.kind.relation?.(field.settings);
  if (relation) return `record of ${relation.to}`;
  const { sql } = field.kind.column(field.settings);
  if (sql === 'jsonb') return undefined;
  return sql === 'bigint' || sql === 'double precision' ? 'number' : sql;
}
