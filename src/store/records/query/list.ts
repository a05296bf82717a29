import type { Resource } from '../../../descriptor/descriptor.ts';
import type { ListQuery } from '../../../descriptor/filter/filter.ts';
import { errorCode, QUERY_CANCELED } from '../../connection/errors.ts';
import { readRow, type Connection } from '../../connection/connection.ts';
import type { Page } from '../../wire/wire.ts';
import { type ListAnswer, StoreProblem } from '../../store.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { toCursor, unknownCursor } from '../sql/order.ts';
import {
  toListStatement,
  toCountQuery,
  toTotalStatement,
  type ListStatement,
  type CountQuery,
} from '../list-sql.ts';
import { isToldByHistory } from '../past/count-since.ts';
import { TOO_MANY_CHANGES } from '../past/past-source.ts';
import type { Scope } from '../sql/scope.ts';
import { expectRows, groupsRollups, sortsByRollups } from './grouped-rollups.ts';
import { explainSlowness, type SlowReads } from '../sql/slow-reads.ts';
import { COUNTED_AT_MOST, rowsFromEnd, type KnownTotal } from '../total-sql.ts';
import { FOLLOWED_FROM, type Counts, type Way } from './counts.ts';

export type ListReading = {
  connection: Connection;
  scope: Scope;
  /** Absent inside a transaction, which sees changes that nobody else may count yet. */
  counts?: Counts | undefined;
  slowReads?: SlowReads | undefined;
};

type Total = Pick<ListAnswer, 'total' | 'totalIsEstimate'>;

/** A page of records with their total, in one statement; in two for a page beyond the end, which has no row for it. */
export async function listRecords(
  context: ListReading,
  resource: Resource,
  query: ListQuery,
  readable: readonly string[] | undefined,
): Promise<ListAnswer> {
  const { connection, scope, counts } = context;
  const question = toCountQuery(resource, query, readable, scope);
  let known = findTotal(counts, resource, query, question);
  const guess = query.total === 'estimate' ? counts?.guess(question.key) : undefined;
  const isGrouped =
    sortsByRollups(resource, query) && (await groupsRollups(context, resource, query, readable));
  const means = { question, guess, isGrouped, scope };
  const asked = { query, readable };
  let read = await readPageOf(context, resource, asked, { ...means, known });
  if (!isWhole(read)) {
    const counted = keepCounted(read);
    known = counted ?? known;
    read = await readPageOf(context, resource, asked, { ...means, known: counted });
  }
  const { page, statement } = read;
  const { perPage } = query;
  return {
    json: page.json,
    count: Math.min(page.rows, perPage),
    next: page.rows > perPage ? toCursor(statement.order, page.keys) : null,
    ...(await readTotal()),
  };

  /** The total that came with a page that is not whole, so that the next statement does not count again. */
  function keepCounted(rejected: ReadPage): KnownTotal | undefined {
    if (rejected.page.about === undefined) return undefined;
    const about = parseAbout(rejected.page.about);
    if (isCapped(query, about)) return undefined;
    counts?.totals.keep(question.key, about.total, { ...about, from: known });
    const counted = counts?.totals.find(question.key);
    return counted && { ...counted, isFollowed: false };
  }

  async function readTotal(): Promise<Total> {
    const pageTotal = totalOfPage(query, page.rows);
    if (pageTotal !== undefined && page.about === undefined)
      return { total: pageTotal, totalIsEstimate: false };
    if (guess !== undefined && query.asOf === undefined)
      return { total: guess, totalIsEstimate: true };
    const about = parseAbout(page.about ?? (await readAbout()));
    const { snapshot, isReplica, more, way } = about;
    if (guess !== undefined) return { total: guess + more, totalIsEstimate: true };
    if (pageTotal !== undefined || !isCapped(query, about)) {
      const total = pageTotal ?? about.total;
      counts?.totals.keep(question.key, total, { snapshot, isReplica, way, from: known });
      return { total: total + more, totalIsEstimate: false };
    }
    const expected = await estimate(connection, question);
    counts?.keepGuess(question.key, expected);
    return { total: expected + more, totalIsEstimate: true };
  }

  async function readAbout(): Promise<string> {
    const counting = toTotalStatement(resource, query, { question, known, scope });
    const [json] = await readRow<[string]>(connection, counting);
    return json;
  }
}

type About = { total: number; snapshot: string; isReplica: boolean; more: number; way: Way };

function parseAbout(json: string): About {
  const [total, snapshot, isReplica, more, way]: [number, string, boolean, number, Way] =
    JSON.parse(json);
  return { total, snapshot, isReplica, more, way };
}

/** Whether counting ended before the last record, because an estimate will do. */
function isCapped(query: ListQuery, { total, way }: About): boolean {
  return query.total !== 'exact' && way === 'counted' && total > COUNTED_AT_MOST;
}

/**
 * The remembered total of a question. It is brought up to date where records were changing, and where the page is
 * read from the end; elsewhere it most likely still holds, and asking only for that takes less planning.
 */
function findTotal(
  counts: Counts | undefined,
  resource: Resource,
  query: ListQuery,
  question: CountQuery,
): KnownTotal | undefined {
  if (query.total === 'none' || question.isUntold) return undefined;
  const known = counts?.totals.find(question.key);
  if (!known) return undefined;
  const { counted, isVague, isChanging } = known;
  const isFollowed =
    counted >= FOLLOWED_FROM &&
    !isVague &&
    query.asOf === undefined &&
    (isChanging || rowsFromEnd(query, counted) !== undefined) &&
    isToldByHistory({ resource, filter: query.filter, paths: [] }, question);
  return { ...known, isFollowed };
}

/**
 * Whether a page is right that was read from the end. It is not where the remembered total could not be corrected, or
 * where a replica may lack some of the records that it counts.
 */
function isWhole({ page: { about }, statement }: ReadPage): boolean {
  if (!statement.isFromEnd) return true;
  if (about === undefined) return false;
  const { way, isReplica } = parseAbout(about);
  return way !== 'counted' && !isReplica;
}

/**
 * Most moments that users ask for are recent. A list of them has a plan that is made once; one that has too many changes
 * since its moment is asked again with a plan of its own, which takes longer to make than those changes to meet.
 */
function readPageOf(
  { connection, counts, slowReads }: ListReading,
  resource: Resource,
  { query, readable }: { query: ListQuery; readable: readonly string[] | undefined },
  means: Omit<Parameters<typeof toListStatement>[3], 'changesAtMost'>,
): Promise<ReadPage> {
  const read: ReadChanges = async (changesAtMost) => {
    const statement = toListStatement(resource, query, readable, { ...means, changesAtMost });
    if (slowReads) statement.took = (ms) => slowReads.add(resource, query, ms);
    try {
      return { statement, page: await connection.readPage(statement, statement.shape) };
    } catch (error) {
      throw errorCode(error) === QUERY_CANCELED
        ? explainSlowness(error, resource, query, readable)
        : explainValues(error, query);
    }
  };
  const isPlanned = query.filter !== undefined || query.q !== undefined;
  // After an error a transaction reads nothing more.
  const isInTransaction = counts === undefined;
  if (query.asOf === undefined || isPlanned || isInTransaction) return read();
  return readRecent(resource, query.asOf, read);
}

type ReadPage = { statement: ListStatement; page: Page };
type ReadChanges = (changesAtMost?: number) => Promise<ReadPage>;

async function readRecent(resource: Resource, asOf: string, read: ReadChanges): Promise<ReadPage> {
  const moment = Date.parse(asOf);
  if (moment <= (oldMoments.get(resource) ?? -Infinity)) return await read();
  try {
    return await read(RECENT_CHANGES);
  } catch (error) {
    if (errorCode(error) !== TOO_MANY_CHANGES) throw error;
    oldMoments.set(resource, moment);
    return await read();
  }
}

/** The latest moment with too many changes since: they only become more, and each attempt is an error in the log. */
const oldMoments = new WeakMap<Resource, number>();

/** Reading so many changes takes about as long as planning the statement. */
const RECENT_CHANGES = 5_000;

/** Explains an error that a value of the question has caused, such as a manipulated cursor. */
function explainValues(error: unknown, { after, asOf }: ListQuery): unknown {
  const code = errorCode(error);
  if (code === TOO_MANY_CHANGES || !String(code).startsWith('22')) return error;
  // Only PostgreSQL looks at the values of a cursor, so a manipulated one fails there.
  if (after !== undefined) return unknownCursor();
  // An earlier value that a computed field of today cannot be computed from.
  return asOf === undefined ? error : new StoreProblem([problem('S024', '_asOf')]);
}

/** A page from the start that is neither full nor beyond the end tells how many records there are. */
function totalOfPage({ after, page, perPage, total }: ListQuery, rows: number) {
  if (total === 'none') return null;
  if (after !== undefined || rows > perPage || (rows === 0 && page > 1)) return undefined;
  return (page - 1) * perPage + rows;
}

/** How many rows the planner expects, but never fewer than were counted. */
async function estimate(connection: Connection, question: CountQuery): Promise<number> {
  return Math.max(await expectRows(connection, question), COUNTED_AT_MOST + 1);
}
