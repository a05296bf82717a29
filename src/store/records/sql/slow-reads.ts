import type { Resource } from '../../../descriptor/descriptor.ts';
import {
  isFieldOperand,
  needsStore,
  type Filter,
  type Leaf,
  type ListQuery,
} from '../../../descriptor/filter/filter.ts';
import { systemFieldTable } from '../../../descriptor/system-fields.ts';
import { operators, type Operator } from '../../../fields/type/operators.ts';
import { problem } from '../../../fields/problems/problem.ts';
import type { DescriptorLine } from '../../../contract/meta.ts';
import { UnindexedRead } from '../../connection/errors.ts';
import { missingIndex, type FieldUse } from '../../schema/missing-index.ts';
import type { QueryRunner } from '../../store.ts';
import { headOf } from '../../../fields/text/head-of-path.ts';

/** Slow lists that used a field without an index, since they were last written down. */
type SlowRead = {
  resource: string;
  path: string;
  use: FieldUse;
  count: number;
  /** Milliseconds. */
  slowest: number;
  lastAt: Date;
};

export type SlowReads = ReturnType<typeof createSlowReads>;

/** Milliseconds of the database from which a list is slow. */
const SLOW = 200;

/**
 * Counts slow lists by the fields that they sort and filter by without an index. Stays small: it has an entry only for
 * what is declared.
 */
export function createSlowReads() {
  const counted = new Map<string, SlowRead>();

  function count(read: SlowRead): void {
    const key = [read.resource, read.path, read.use].join(' ');
    const previous = counted.get(key);
    counted.set(key, {
      ...read,
      count: read.count + (previous?.count ?? 0),
      slowest: Math.max(read.slowest, previous?.slowest ?? 0),
    });
  }

  return {
    add(resource: Resource, query: ListQuery, milliseconds: number): void {
      if (milliseconds < SLOW) return;
      const once = { resource: resource.name, count: 1, slowest: milliseconds, lastAt: new Date() };
      const uses = unindexedUses(resource, query);
      // An index on each field comes first: it may be enough.
      const missing = uses.length > 0 ? uses : unindexedPairs(resource, query);
      for (const { path, use } of missing) count({ ...once, path, use });
    },
    /** Adds the counts to those of all servers, and starts again from zero. A failure loses none. */
    async write(sql: QueryRunner): Promise<void> {
      if (counted.size === 0) return;
      const rows = [...counted.values()];
      counted.clear();
      try {
        await sql.query(ADD, [JSON.stringify(rows)]);
      } catch (error) {
        rows.forEach(count);
        throw error;
      }
    },
  };
}

const ADD = `insert into backoffice.slow_reads as s (resource, path, use, count, slowest, last_at)
  select resource, path, use, count, slowest, "lastAt" from json_to_recordset($1::json)
    as r (resource text, path text, use text, count bigint, slowest double precision, "lastAt" timestamptz)
  on conflict (resource, path, use) do update set count = s.count + excluded.count,
    slowest = greatest(s.slowest, excluded.slowest), last_at = greatest(s.last_at, excluded.last_at)`;

type UnindexedUse = { path: string; use: FieldUse; line: DescriptorLine };

/** What a list sorts and filters by although an index is missing, which the descriptor could ask for. */
function unindexedUses(
  resource: Resource,
  { sort, filter, asOf }: Pick<ListQuery, 'sort' | 'filter' | 'asOf'>,
): UnindexedUse[] {
  // The past is read from the history.
  if (asOf !== undefined) return [];
  const [first] = sort;
  const uses = new Map<string, Pick<UnindexedUse, 'path' | 'use'>>();
  if (first) uses.set(`sort ${first.path}`, { path: first.path, use: 'sort' });
  for (const { path, operator } of filter ? indexableLeaves(filter) : []) {
    const use = operators[operator].takes === 'text' ? 'text' : 'filter';
    uses.set(`${use} ${path}`, { path, use });
  }
  return [...uses.values()].flatMap(({ path, use }) => {
    const line = missingIndex(resource, path, use);
    return line ? [{ path, use, line }] : [];
  });
}

/** The fields of which a list must have one value, each with the field that it sorts by, without an index on both. */
function unindexedPairs(
  resource: Resource,
  { sort, filter, asOf }: Pick<ListQuery, 'sort' | 'filter' | 'asOf'>,
): Pick<UnindexedUse, 'path' | 'use'>[] {
  const [first] = sort;
  if (!first || !filter || asOf !== undefined) return [];
  const parts = 'and' in filter ? filter.and : [filter];
  return parts
    .filter((part) => 'operator' in part && equalities.has(part.operator))
    .flatMap(indexableLeaves)
    .filter(({ path, operands }) => path !== first.path && operands.length === 1)
    .map(({ path }) => ({ path: `${path},${first.path}`, use: 'both' as const }))
    .filter(({ path, use }) => missingIndex(resource, path, use) !== undefined);
}

const equalities: ReadonlySet<Operator> = new Set(['eq', 'in']);

/** Most records meet these, or no index of the field has what they ask for. */
const unselective: ReadonlySet<Operator> = new Set(['neq', 'nin', 'ncontains', 'nnull', 'search']);

/** The conditions that an index could find records by. */
function indexableLeaves(filter: Filter): Leaf[] {
  if ('and' in filter) return filter.and.flatMap(indexableLeaves);
  if ('or' in filter) return filter.or.flatMap(indexableLeaves);
  if ('not' in filter || needsStore(filter)) return [];
  const { operator, operands } = filter;
  return unselective.has(operator) || operands.some(isFieldOperand) ? [] : [filter];
}

/**
 * The error for a list that took too long. It names a field without an index, but none that only the permissions of
 * the caller filter by; without such a field it is the error itself.
 */
export function explainSlowness(
  error: unknown,
  resource: Resource,
  query: ListQuery,
  readable: readonly string[] | undefined,
): unknown {
  const mayName = (path: string) =>
    !readable || systemFieldTable.has(path) || readable.includes(headOf(path));
  const [unindexedUse] = unindexedUses(resource, query).filter(({ path }) => mayName(path));
  if (!unindexedUse) return error;
  const { path, use, line } = unindexedUse;
  const code = use === 'sort' ? 'S026' : 'S027';
  return new UnindexedRead(problem(code, path, { setting: line.text, at: line.at }), error);
}
