import type { Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import type { Params } from '../connection/sql.ts';
import type { CountQuery } from './list-sql.ts';
import { countSince, isToldByHistory, MOST_CHANGES, stillHolds } from './past/count-since.ts';
import { FOLLOWED_FROM, type Known } from './query/counts.ts';
import type { End } from './sql/page-sql.ts';
import { createSqlScope, type Scope } from './sql/scope.ts';

/** Larger totals are not counted where an estimate will do. */
export const COUNTED_AT_MOST = 10_000;

/** A remembered total, and whether to add what has changed since instead of asking only if it still holds. */
export type KnownTotal = Known<number> & { isFollowed: boolean };

/** How many of today's records there are. */
export type TotalSql = {
  /** The common tables that it reads. */
  tables: readonly string[];
  /** A query for one row: the total as `n`, and as `way` how it came about (`Way`). */
  row: string;
};

/**
 * What a list statement needs for its total: nothing where nobody asks for it or a guess will do. With `end`, the page is
 * read from the end, and the statement computes the total once for both.
 */
export function planTotal(
  resource: Resource,
  query: ListQuery,
  means: PageMeans,
  sql: { params: Params; scope: Scope },
): { total?: TotalSql; end?: End } {
  const isGuessed = means.guess !== undefined && query.asOf === undefined;
  if (query.total === 'none' || isGuessed) return {};
  const total = toTotal(resource, query, means, sql);
  const { known, isGrouped } = means;
  const restAtMost =
    known?.isFollowed === true && !isGrouped ? rowsFromEnd(query, known.counted) : undefined;
  if (restAtMost === undefined) return { total };
  const tables = [...total.tables, `"~total" as materialized (${total.row})`];
  return {
    total: { tables, row: 'select n, way from "~total"' },
    end: { total: '(select n from "~total")', restAtMost },
  };
}

export function toTotal(
  resource: Resource,
  { filter, total }: ListQuery,
  { question, known, guess }: TotalMeans,
  { params, scope }: { params: Params; scope: Scope },
): TotalSql {
  const { from, condition, of } = question;
  const most = total === 'exact' ? '' : ` limit ${COUNTED_AT_MOST + 1}`;
  const counted = `(select count(*) from (select from ${from} where ${condition}${most}) c)`;
  // A close enough total of today.
  if (guess !== undefined)
    return { tables: [], row: `select ${params.add(guess)}::bigint as n, 'same' as way` };
  if (!known) return { tables: [], row: `select ${counted} as n, 'counted' as way` };
  const before = () => `${params.add(known.counted)}::bigint`;
  if (!known.isFollowed)
    return { tables: [], row: rowIf(stillHolds(of, known, params), before(), `'same'`, counted) };
  const asked = { resource, filter, paths: [], question };
  const since = countSince(asked, known, createSqlScope(scope, params));
  const joined = `(select count(*) from ${since.current.from} where ${since.current.where})`;
  const left = `(select count(*) from ${since.former})`;
  const way = `case when ${since.hasChanged} then 'followed' else 'same' end`;
  return {
    tables: [since.tables],
    row: rowIf(since.isTold, `${before()} + ${joined} - ${left}`, way, counted),
  };
}

type TotalMeans = {
  question: CountQuery;
  known: KnownTotal | undefined;
  guess: number | undefined;
};

type PageMeans = TotalMeans & { isGrouped: boolean };

function rowIf(condition: string, total: string, way: string, counted: string): string {
  return (
    `select case when k.holds then ${total} else ${counted} end as n, ` +
    `case when k.holds then ${way} else 'counted' end as way ` +
    // With an offset, the planner does not evaluate the condition twice.
    `from (select ${condition} as holds offset 0) k`
  );
}

/** The total with the snapshot it was counted in, and what the past has more, as a JSON array. */
export function toAbout({ row }: TotalSql, more: string): string {
  return (
    `select json_build_array(t.n, pg_current_snapshot()::text, pg_is_in_recovery(), ${more}, t.way)::text ` +
    `from (${row}) t`
  );
}

/** Whether a page is so far from the start that the way from the end may be shorter. */
function isFar({ page, perPage, after, asOf }: ListQuery): boolean {
  return after === undefined && asOf === undefined && (page - 1) * perPage >= FOLLOWED_FROM;
}

/** Whether it can be read from the end as soon as the total is remembered. */
export function mayReadFromEnd(
  resource: Resource,
  query: ListQuery,
  { question, known, isGrouped }: PageMeans,
): boolean {
  if (!isFar(query) || isGrouped || known?.isVague === true) return false;
  return isToldByHistory({ resource, filter: query.filter, paths: [] }, question);
}

/**
 * How many records a page in the second half of a list can have behind its start, and undefined for any other: its
 * records are read from the end. More may have come meanwhile, as many as are followed. It is a power of two, so that the
 * text of the statement stays the same for many totals.
 */
export function rowsFromEnd(query: ListQuery, total: number): number | undefined {
  if (!isFar(query)) return undefined;
  const offset = (query.page - 1) * query.perPage;
  const rest = total - offset;
  const isBehindMiddle = rest > 0 && rest < offset;
  return isBehindMiddle ? 2 ** Math.ceil(Math.log2(rest + MOST_CHANGES)) : undefined;
}
