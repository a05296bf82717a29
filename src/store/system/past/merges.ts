import { createParams } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import { type FoundSet, type MergeDetail, readSets } from './read-change-sets.ts';
import { statement } from '../../connection/statement.ts';

/** A change set that is a merge. */
export type FoundMerge = FoundSet & { merge: MergeDetail };

/** The latest merges of a resource. */
export async function listMerges(sql: QueryRunner, resource: string, most: number) {
  const which = `s.resource = $1 and s.detail ? 'gone'
    and exists (select from backoffice.history h where h.change_set = s.id) order by s.at desc, s.id desc limit $2`;
  return (await readSets(sql, which, createParams([resource, most]))) as FoundMerge[];
}

type Moved = {
  moved: number;
  /** The threads of records that are gone, which an undo moves back. */
  threads: readonly { thread: string; from: string }[];
};

/** Stores how many references a merge has moved, and which threads. */
export const saveMoved = statement.run<[changeSet: string, moved: Moved]>(
  `update backoffice.change_sets set detail = detail || $2::jsonb where id = $1`,
  (changeSet, { moved, threads }) => {
    const ids = Map.groupBy(threads, ({ from }) => from);
    const byRecord = [...ids].map(([from, all]) => [from, all.map(({ thread }) => thread)]);
    const detail = { moved, ...(threads.length > 0 && { threads: Object.fromEntries(byRecord) }) };
    return [changeSet, JSON.stringify(detail)];
  },
);

/** What the undo of a merge has done: the records it restored, and how many references it moved back. */
export const readUndoneMerge = statement.only<
  { restored: string[]; moved: number },
  [undo: string, merge: { resource: string; kept: string }]
>(
  `select coalesce(array_agg(record_id order by seq) filter (where operation = 'create'), '{}') as restored,
   coalesce(sum((select count(*) from jsonb_object_keys(before)))
     filter (where operation = 'update' and (resource, record_id) <> ($2, $3)), 0)::int as moved
   from backoffice.history where change_set = $1`,
  (undo, { resource, kept }) => [undo, resource, kept],
);

/** More merges in a row than this are a circle. */
const MOST_HOPS = 100;

/** The current record of a merged one, even if that was merged again; undefined when it was not merged. */
export async function findMerged(
  sql: QueryRunner,
  resource: string,
  id: string,
): Promise<string | undefined> {
  let kept: string | undefined;
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const next = await sql.value<string | undefined>(MERGED_INTO, [resource, kept ?? id]);
    if (next === undefined) break;
    kept = next;
  }
  return kept;
}

/** A record is merged if a merge deleted it last, or an undo that does a merge again. */
const MERGED_INTO = `with recursive chain as (
    select s.* from (select operation, change_set from backoffice.history
        where resource = $1 and record_id = $2 order by seq desc limit 1) h
      join backoffice.change_sets s on s.id = h.change_set where h.operation = 'delete'
    union all
    select s.* from chain join backoffice.change_sets s on s.id = chain.undoes)
  select detail->>'kept' from chain where resource = $1 and detail->'gone' ? $2 limit 1`;
