import type { Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter.ts';
import { errorCode } from '../error-code.ts';
import type { Session, Statement } from '../session.ts';
import type { ListAnswer } from '../store.ts';
import { toCursor, unknownCursor } from './cursor.ts';
import { COUNTED_AT_MOST, toListStatement, toQuestion, type Question } from './list-sql.ts';
import type { Scope } from './sight.ts';
import type { Totals } from './totals.ts';

export type ListParts = {
  session: Session;
  scope: Scope;
  /** Absent inside a transaction, which sees what nobody else may yet count. */
  totals?: Totals | undefined;
};

/** A page of records with their total, by one statement. */
export async function listRecords(
  { session, scope, totals }: ListParts,
  resource: Resource,
  query: ListQuery,
  readable: readonly string[] | undefined,
): Promise<ListAnswer> {
  const question = toQuestion(resource, query, readable, scope);
  const known = query.total === 'none' ? undefined : totals?.find(question.key);
  const guess = query.total === 'estimate' ? totals?.guess(question.key) : undefined;
  const statement = toListStatement(resource, query, readable, { question, known, guess, scope });
  const [json, count, keys, total, snapshot, isReplica] = await runPage(session, query, statement);
  const isCapped =
    query.total === 'estimate' && total === COUNTED_AT_MOST + 1 && total !== known?.total;
  if (total !== null && !isCapped) totals?.keep(question.key, total, snapshot, isReplica);
  const about = isCapped ? await estimate(session, question) : total === null ? guess : undefined;
  if (isCapped) totals?.keepGuess(question.key, about!);
  return {
    json: cutPage(json, count, query.perPage),
    count: Math.min(count, query.perPage),
    total: about ?? total,
    totalIsEstimate: about !== undefined,
    next: keys === null ? null : toCursor(statement.order, keys),
  };
}

/** What stands between two records; inside of one a line break is written as `\\n`. */
const BETWEEN = ', \n ';

/** Without the one record more that was read to see whether there is a next page. */
function cutPage(json: string | null, count: number, perPage: number): string {
  if (json === null) return '[]';
  return count > perPage ? `${json.slice(0, json.lastIndexOf(BETWEEN))}]` : json;
}

type PageRow = [
  json: string | null,
  count: number,
  keys: string | null,
  total: number | null,
  snapshot: string,
  isReplica: boolean,
];

async function runPage(
  session: Session,
  { after }: ListQuery,
  statement: Statement,
): Promise<PageRow> {
  try {
    const [row] = await session.run(statement);
    return row as PageRow;
  } catch (error) {
    // The values of a cursor are only looked at by PostgreSQL; one that was tampered with fails there.
    if (after !== undefined && String(errorCode(error)).startsWith('22')) throw unknownCursor();
    throw error;
  }
}

/** How many rows the planner expects; never fewer than were counted. */
async function estimate(session: Session, { from, condition, params }: Question): Promise<number> {
  const { rows } = await session.query(
    `explain (format json) select from ${from} where ${condition}`,
    params.values,
  );
  const expected = Number(rows[0]?.['QUERY PLAN']?.[0]?.Plan?.['Plan Rows'] ?? 0);
  return Math.max(expected, COUNTED_AT_MOST + 1);
}
