import { createParams, type Params } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';

/** The changes to undo: those of a change set, or all that one person made in a period. */
export type UndoSource =
  { set: string } | { by: string; from: string; to: string; resource?: string | undefined };

type Document = Readonly<Record<string, unknown>>;

/** One change of a record to undo, or a later one. */
export type UndoRow = {
  id: string;
  operation: 'create' | 'update' | 'delete';
  /** An update has only the changed fields; both are null where the undo does not need them. */
  before: Document | null;
  after: Document | null;
  erased: readonly string[];
  /** One of the changes to undo. */
  mine: boolean;
  /** Written by this undo. */
  ours: boolean;
};

/** Where the next page of changes begins, from the last one backwards. */
export type UndoPlace = { at: string; seq: string };

/** Records whose last change to undo lies in one part of the history. */
export type UndoPage = {
  records: { resource: string; id: string; operation: string }[];
  next: UndoPlace | undefined;
};

/** How much a batch may hold in memory, besides its number of records. */
const MOST_BYTES = 8_000_000;

/** The next records to undo, from the last change backwards, so that what was made last goes first. */
export async function pageOfUndo(
  sql: QueryRunner,
  source: UndoSource,
  { after, most }: { after: UndoPlace | undefined; most: number },
): Promise<UndoPage> {
  const params = createParams();
  const order = 'set' in source ? ['seq'] : ['at', 'seq'];
  const place = after && order.map((name) => params.add(after[name as keyof UndoPlace]));
  const types = { at: 'timestamptz', seq: 'bigint' };
  const [here, there] = ['h', 'l'].map((table) => order.map((name) => `${table}.${name}`).join());
  const start = place?.map((param, at) => `${param}::${types[order[at] as 'at' | 'seq']}`).join();
  const rows = await sql.rows<{
    resource: string;
    id: string;
    operation: string;
    at: string;
    seq: string;
    again: boolean;
  }>(
    `select resource, record_id as id, operation, at::text, seq::text,
       ${start ? `exists (select from backoffice.history l where l.resource = p.resource and l.record_id = p.record_id and (${there}) >= (${start}) and ${isMine(source, 'l', params, true)})` : 'false'} as again
     from (select h.resource, h.record_id, h.operation, h.at, h.seq,
         sum(coalesce(pg_column_size(h.before), 0) + coalesce(pg_column_size(h.after), 0)) over (order by ${order.map((name) => `h.${name} desc`).join()}) as bytes,
         row_number() over (order by ${order.map((name) => `h.${name} desc`).join()}) as n
       from (select * from backoffice.history h
         where ${isMine(source, 'h', params)}${start ? ` and (${here}) < (${start})` : ''}
         order by ${order.map((name) => `h.${name} desc`).join()} limit ${params.add(most)}::int) h) p
     where n = 1 or bytes < ${MOST_BYTES} order by n`,
    params.values,
  );
  const last = rows.at(-1);
  const records = new Map<string, UndoPage['records'][number]>();
  for (const { resource, id, operation, again } of rows) {
    const key = `${resource}/${id}`;
    if (again || records.has(key)) continue;
    records.set(key, { resource, id, operation });
  }
  return { records: [...records.values()], next: last && { at: last.at, seq: last.seq } };
}

/** The changes of these records since the first one to undo, in their order. */
export async function rowsOfUndo(
  sql: QueryRunner,
  source: UndoSource,
  { resource, ids, undo }: { resource: string; ids: readonly string[]; undo: string },
): Promise<Map<string, UndoRow[]>> {
  const params = createParams([resource, ids, undo]);
  const rows = await sql.rows<UndoRow>(
    `select h.record_id as id, h.operation, h.before, case when m.mine then null else h.after end as after,
       coalesce(h.erased, '{}') as erased, m.mine, h.change_set is not distinct from $3 as ours
     from unnest($2::text[]) i(id)
     cross join lateral (select f.seq from backoffice.history f where f.resource = $1 and f.record_id = i.id
       and ${isMine(source, 'f', params, true)} order by f.seq limit 1) first
     join backoffice.history h on h.resource = $1 and h.record_id = i.id and h.seq >= first.seq
     cross join lateral (select coalesce(${isMine(source, 'h', params, true)}, false) as mine) m
     order by h.seq`,
    params.values,
  );
  return Map.groupBy(rows, ({ id }) => id);
}

/** The collections with changes to undo, the one with the last change first, and how many records they are. */
export async function resourcesOfUndo(sql: QueryRunner, source: UndoSource) {
  const params = createParams();
  return await sql.rows<{ resource: string; records: number }>(
    `select h.resource, count(distinct h.record_id)::int as records from backoffice.history h
     where ${isMine(source, 'h', params)} group by h.resource order by max(h.seq) desc`,
    params.values,
  );
}

/**
 * Whether a row is one of the changes to undo. For rows that are found by their record, `byRecord` keeps the planner
 * from the other indexes: right after a large write it does not know yet how much of the history that was.
 */
function isMine(source: UndoSource, table: string, params: Params, byRecord = false): string {
  const column = (name: string) =>
    byRecord ? `coalesce(${table}.${name}, '')` : `${table}.${name}`;
  if ('set' in source) return `${column('change_set')} = ${params.add(source.set)}`;
  const { by, from, to, resource } = source;
  const ofResource =
    resource === undefined ? '' : ` and ${table}.resource = ${params.add(resource)}`;
  return (
    `${column('by')} = ${params.add(by)} and ${table}.at >= ${params.add(from)}::timestamptz ` +
    `and ${table}.at < ${params.add(to)}::timestamptz${ofResource}`
  );
}
