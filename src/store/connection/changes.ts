import type { QueryRunner, StoredRecord } from '../store.ts';
import { statement } from './statement.ts';

/** Announces a written record; not in the transaction of the write, where it would make commits wait for each other. */
export const CHANGES_CHANNEL = 'backoffice_changes';

/** Announces that another descriptor was applied; the last row of its table holds it. */
export const DESCRIPTOR_CHANNEL = 'backoffice_descriptor';

/** Tells every server to read the sessions of a user again; the payload is the user's `_id`. */
export const SESSION_CHANNEL = 'backoffice_sessions';

export type Change = {
  resource: string;
  id: string;
  operation: 'create' | 'update' | 'delete';
  /** The record that is gone. */
  before: StoredRecord | null;
};

export type Changes = {
  changes: readonly Change[];
  /** There were too many changes to list one by one, and the rest is not in `changes`. */
  isCut: boolean;
  /** How far this reading goes; the next one begins here. */
  until: string;
};

/** More changes than this are not listed one by one. */
const MAX_CHANGES = 1_000;

/**
 * Returns what was committed after `since`, in the order of the writes; `since` is where an earlier reading ended, on
 * any server. Row numbers would not work, because a write with a smaller number may be committed later. A snapshot
 * says exactly which transactions were visible. Undefined when `since` is not from this database.
 */
export async function readChanges(sql: QueryRunner, resources: readonly string[], since: string) {
  if (!isSnapshot(since)) return undefined;
  // The index covers resource and transaction, so naming the resources lets it find the newest changes.
  const rows = await sql.rows<{ until: string; isOurs: boolean; changes: Change[] }>(
    `select pg_current_snapshot()::text as until,
       pg_snapshot_xmax($2::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) as "isOurs",
       (select coalesce(json_agg(c order by c.seq), '[]') from (
          select seq, resource, record_id as id, operation,
            case operation when 'delete' then before end as before
          from backoffice.history
          where resource = any($1) and xid >= pg_snapshot_xmin($2::pg_snapshot)
            and not pg_visible_in_snapshot(xid, $2::pg_snapshot)
          order by seq limit ${MAX_CHANGES + 1}) c) as changes`,
    [resources, since],
  );
  const [{ until, isOurs, changes } = { until: since, isOurs: false, changes: [] }] = rows;
  if (!isOurs) return undefined;
  return { changes: changes.slice(0, MAX_CHANGES), isCut: changes.length > MAX_CHANGES, until };
}

/** Where a reading that starts now begins. */
export const readChangePosition = statement.value<string>(
  'select pg_current_snapshot()::text as now',
);

/** Tells every server, including this one, to read the new changes. */
export const announceChanges = statement.run(`select pg_notify('${CHANGES_CHANNEL}', '')`);

/** Whether it is a PostgreSQL snapshot: first running transaction, first not yet begun, and those running between. */
function isSnapshot(text: string): boolean {
  const [, first = '', next = '', running = ''] =
    /^(\d{1,18}):(\d{1,18}):((?:\d{1,18},?)*)$/.exec(text.slice(0, 10_000)) ?? [];
  if (first === '' || Number(first) > Number(next)) return false;
  const between = running === '' ? [] : running.split(',').map(Number);
  return between.every(
    (xid, index) => xid >= Number(first) && xid < Number(next) && xid > (between[index - 1] ?? 0),
  );
}
