import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import { headOf } from '../../../fields/text/head-of-path.ts';
import { quoteText, type Params } from '../../connection/sql.ts';
import type { CountQuery } from '../list-sql.ts';
import type { Known } from '../query/counts.ts';
import type { SqlScope } from '../sql/scope.ts';
import { OWN } from '../../schema/place.ts';
import { pathsOf } from '../../../descriptor/filter/declared-filter.ts';
import { CHANGED, PAST, pastTables } from './past-source.ts';

/** How a remembered count becomes that of the statement's own snapshot. */
export type CountSince = {
  /** The common tables that the parts below read. */
  tables: string;
  /** Whether the history tells all that has changed since; otherwise all records must be counted. */
  isTold: string;
  hasChanged: string;
  /** Where the changed records are that matched then, as `r`. */
  former: string;
  /** … and those that match now; more joins come before the condition. */
  current: { from: string; where: string };
};

/** Following so many changes is quicker than counting in any table that is large enough to matter. */
export const MOST_CHANGES = 1_000;

type Asked = {
  resource: Resource;
  filter: Filter | undefined;
  /** Fields that are read of the records besides. */
  paths: readonly string[];
  question: Pick<CountQuery, 'from' | 'condition'>;
};

/**
 * A row of the history that was rewritten, or that has its transaction from another database server: a copy of the
 * database (`pg_dump`) keeps these numbers.
 */
const UNTOLD = 'h.erased is not null or not pg_visible_in_snapshot(h.xid, pg_current_snapshot())';

/**
 * Looks the changed records up: those that matched in the snapshot of a remembered count leave it, those that match now
 * join it. So it costs as much as there are changes since, however many records there are.
 */
export function countSince(
  { resource, filter, paths, question }: Asked,
  known: Known<unknown>,
  sqlScope: SqlScope,
): CountSince {
  const rows = rowsSince(resource, known, sqlScope.params);
  const asked = { resource, rows, untold: UNTOLD, filter, see: undefined, paths };
  const allTell = `coalesce(sum("~rows"), 0) <= ${MOST_CHANGES} and bool_or("~untold") is not true`;
  return {
    tables: pastTables(asked, sqlScope),
    isTold: `(select ${allTell} from ${CHANGED}) and ${isOfServer(known, sqlScope.params)}`,
    hasChanged: `exists (select from ${CHANGED})`,
    former: `${PAST} ${OWN}`,
    current: {
      from: `${CHANGED} c join ${question.from} on ${OWN}._id = c._id`,
      where: `c."~moved" and ${question.condition}`,
    },
  };
}

/**
 * Whether the history tells, of each record, if it matched at a snapshot: it knows the record's own values as they were
 * written, but neither what other records were like nor what the database computes or numbers.
 */
export function isToldByHistory(
  { resource, filter, paths }: Omit<Asked, 'question'>,
  { isOwn }: Pick<CountQuery, 'isOwn'>,
): boolean {
  return (
    isOwn &&
    [...paths, ...(filter ? pathsOf(filter) : [])].every((path) => isInHistory(resource, path))
  );
}

function isInHistory({ fields }: Resource, path: string): boolean {
  const field = fields.get(headOf(path));
  if (!field) return path === '_id';
  const { computed, computedInCode, numbering, kind } = field;
  return !computedInCode && [computed, numbering, kind.files].every((each) => each === undefined);
}

/** The rows that transactions unknown to the snapshot have left, by the index of resource and transaction. */
function rowsSince({ name }: Resource, known: Known<unknown>, params: Params): string {
  const parts = unknownTo(known, params).map(
    (condition) =>
      `(select * from backoffice.history h where h.resource = ${quoteText(name)} and ${condition} ` +
      `order by h.resource, h.xid limit ${MOST_CHANGES + 1})`,
  );
  return `(${parts.join(' union all ')}) h`;
}

/**
 * True when no transaction unknown to the snapshot has left history of the resources. It asks for the last such entry,
 * in order: for mere existence the planner expects to meet one soon, and reads the whole table.
 */
export function stillHolds(of: readonly string[], known: Known<unknown>, params: Params): string {
  const conditions = unknownTo(known, params);
  const last = (name: string, condition: string) =>
    `(select h.xid from backoffice.history h where h.resource = ${quoteText(name)} ` +
    `and ${condition} order by h.resource desc, h.xid desc limit 1) is null`;
  const unchanged = of.flatMap((name) => conditions.map((each) => last(name, each)));
  return [...unchanged, isOfServer(known, params)].join(' and ');
}

/** False on a server that lacks transactions which were counted: it is a replica behind, or took over without them. */
function isOfServer({ xmax }: Pick<Known<unknown>, 'xmax'>, params: Params): string {
  return `pg_snapshot_xmax(pg_current_snapshot()) >= ${params.add(xmax)}::xid8`;
}

/** The conditions on rows `h` of the history, one for each range of the index. */
function unknownTo(
  { xmax, running }: Pick<Known<unknown>, 'xmax' | 'running'>,
  params: Params,
): string[] {
  const began = `h.xid >= ${params.add(xmax)}::xid8`;
  return running.length > 0 ? [began, `h.xid = any(${params.add(running)}::xid8[])`] : [began];
}
