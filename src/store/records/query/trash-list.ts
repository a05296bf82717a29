import type { Way } from '../../../contract/past.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import { storedNames } from '../past/past-names.ts';
import { pathsOf } from '../../../descriptor/filter/declared-filter.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import type { QueryRunner, Store, StoredRecord } from '../../store.ts';
import { keySql, type KeyOfChange } from '../sql/key-of-change.ts';
import { requireLast } from '../../../fields/require-entry.ts';

/** A deleted record, as it was when it was deleted. */
export type TrashedRow = {
  /** The change of the history that deleted it. */
  seq: string;
  record: StoredRecord;
  deletedAt: string;
  deletedBy: string | null;
  way: Way | null;
  changeSet: string | null;
  key: KeyOfChange | null;
  until: string;
};

type Settling = Pick<Store, 'settle'>;

type Sight = { resources: Descriptor['resources']; see: Filter | undefined };

type Page = Sight & { perPage: number; after?: string | undefined };

/** The trash of a resource, newest first. `see` limits it to records that matched when they were deleted. */
export async function listTrash(
  sql: QueryRunner,
  store: Settling,
  resource: Resource,
  { perPage, after, ...sight }: Page,
): Promise<{ rows: TrashedRow[]; total: number; next: string | null }> {
  const {
    name,
    trash: { days },
  } = resource;
  const theirs =
    sight.see && (await findTrashed(sql, store, resource, sight)).map(({ seq }) => seq);
  const mine = theirs ? 'and t.seq = any($5::bigint[])' : '';
  const answer = await sql.only<{ rows: TrashedRow[]; total: number }>(
    `with page as (
       select t.seq, t.at from backoffice.trash t
        where t.resource = $1 and ($2::bigint is null or t.seq < $2) ${mine}
        order by t.seq desc limit $3)
     select (select count(*)::int from backoffice.trash t where t.resource = $1 ${mine}) as total,
       coalesce(json_agg(json_build_object('seq', p.seq::text, 'record', h.before,
         'deletedAt', p.at, 'deletedBy', h.by, 'way', h.way, 'changeSet', h.change_set, 'key', ${keySql('h.key')},
         'until', p.at + make_interval(days => $4::int)) order by p.seq desc), '[]') as rows
       from page p join backoffice.history h on h.seq = p.seq`,
    [name, after ?? null, perPage + 1, days, ...(theirs ? [theirs] : [])],
  );
  const { rows, total } = answer;
  const page = rows.slice(0, perPage);
  return { rows: page, total, next: rows.length > perPage ? requireLast(page).seq : null };
}

/**
 * The records in the trash that matched a filter when they were deleted; with `ids`, only of these. Reads no more of
 * them than the filter does, because only the roles that a filter limits need this.
 */
export async function findTrashed(
  sql: QueryRunner,
  store: Settling,
  resource: Resource,
  { resources, see, ids = null }: Sight & { ids?: readonly string[] | null },
): Promise<{ id: string; seq: string }[]> {
  const rows = await sql.rows<{ id: string; seq: string; doc: Record<string, unknown> }>(
    `select t.record_id as id, t.seq::text as seq,
       (select coalesce(json_object_agg(e.key, e.value), '{}') from jsonb_each(h.before) e
         where e.key = any($3::text[])) as doc
       from backoffice.trash t join backoffice.history h on h.seq = t.seq
      where t.resource = $1 and ($2::text[] is null or t.record_id = any($2)) order by t.seq desc`,
    [resource.name, ids, see ? ['_id', ...storedNames(resources, resource, pathsOf(see))] : []],
  );
  if (!see) return rows;
  const docs = rows.map(({ doc }) => doc);
  const settled = await store.settle(resource, see, docs);
  return rows.filter(({ doc }) => evaluateFilter(settled, doc));
}

/** Lets go of deleted records for good and returns which; their history stays. */
export async function emptyTrash(
  sql: QueryRunner,
  resource: string,
  entries: readonly { id: string; seq: string }[],
): Promise<ReadonlySet<string>> {
  // A record that was restored and deleted again since has another row, and stays.
  const rows = await sql.rows<{ id: string }>(
    `delete from backoffice.trash t using unnest($2::text[], $3::bigint[]) as f(id, seq)
      where t.resource = $1 and t.record_id = f.id and t.seq = f.seq returning t.record_id as id`,
    [resource, entries.map(({ id }) => id), entries.map(({ seq }) => seq)],
  );
  return new Set(rows.map(({ id }) => id));
}
