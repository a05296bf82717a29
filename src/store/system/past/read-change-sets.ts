import type { Way } from '../../../contract/past.ts';
import { createParams, whenSet, type Params } from '../../connection/sql.ts';
import { statement } from '../../connection/statement.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';
import { keySql, type KeyOfChange } from '../../records/sql/key-of-change.ts';

/** A change set with all it touched; its reader may have to leave out some of it. */
export type FoundSet = {
  id: string;
  at: string;
  by: string | null;
  way: Way;
  resource: string | null;
  file: string | null;
  key: KeyOfChange | null;
  undoes: string | null;
  merge: MergeDetail | null;
  counts: CountOfSet[];
  undos: UndoOfSet[];
};

/** What a set did in a collection; `fields`: those that its first updates changed, in the order of their names. */
export type CountOfSet = {
  resource: string;
  created: number;
  updated: number;
  deleted: number;
  fields: string[];
};

/** The updates of a set in a collection whose fields are named: an import can have a million, mostly alike. */
const NAMED_UPDATES = 500;

/** What the change set of a merge says of it; `moved`: how many references it moved to the kept record. */
export type MergeDetail = { kept: string; gone: string[]; moved: number };

/** A set that takes back another one, or one of those that take back that set again. */
export type UndoOfSet = {
  id: string;
  undoes: string;
  at: string;
  /** How many records it left as they were; null until it has ended. */
  left: number | null;
  /** Whether it has changed anything. */
  changed: boolean;
};

/** Whose changes a reader may see: of `all` collections those of everybody, of `own` ones their own. */
export type VisibleCollections = { user: string; all: readonly string[]; own: readonly string[] };

export type ChangeSetsQuery = {
  visible: VisibleCollections;
  by: readonly string[];
  ways: readonly string[];
  resource: string | undefined;
  /** From this time on, and before that one; RFC 3339. */
  from: string | undefined;
  to: string | undefined;
  /** Only sets older than this one. */
  after: string | undefined;
  most: number;
};

/** The latest sets that changed something the reader may see, newest first. */
export async function listChangeSets(
  sql: QueryRunner,
  query: ChangeSetsQuery,
): Promise<FoundSet[]> {
  const { visible, by, ways, resource, from, to, after, most } = query;
  const params = createParams();
  const [all, own] = [visible.all, visible.own].map((names) => params.add(names));
  const conditions = [
    ...whenSet(params, by, (ids) => `s.by = any(${ids}::text[])`),
    ...whenSet(params, ways, (names) => `s.way = any(${names}::text[])`),
    ...whenSet(params, from, (moment) => `s.at >= ${moment}::timestamptz`),
    ...whenSet(params, to, (moment) => `s.at < ${moment}::timestamptz`),
    ...whenSet(
      params,
      after,
      (id) => `(s.at, s.id) < (select at, id from backoffice.change_sets where id = ${id})`,
    ),
    `exists (select from backoffice.history h where h.change_set = s.id
       and (h.resource = any(${all}::text[]) or (s.by = ${params.add(visible.user)} and h.resource = any(${own}::text[])))
       ${resource === undefined ? '' : `and h.resource = ${params.add(resource)}`})`,
  ];
  return await readSets(
    sql,
    `${conditions.join(' and ')} order by s.at desc, s.id desc limit ${params.add(most)}::int`,
    params,
  );
}

/** Whether a set has changed a collection; `by`: only a set of this person. */
export const hasChanged = statement.some<[id: string, resource: string, by: string | undefined]>(
  `select from backoffice.change_sets s where s.id = $1 and ($3::text is null or s.by = $3)
   and exists (select from backoffice.history h where h.change_set = s.id and h.resource = $2)`,
  (id, resource, by) => [id, resource, by ?? null],
);

/** The set, if it has changed anything. */
export async function getChangeSet(sql: QueryRunner, id: string): Promise<FoundSet | undefined> {
  const params = createParams([id]);
  const [set] = await readSets(
    sql,
    's.id = $1 and exists (select from backoffice.history h where h.change_set = s.id)',
    params,
  );
  return set;
}

/** Reads only between the first and the last update: an import that only creates has none. */
const FIELDS = `case when h.updated = 0 then '[]' else to_jsonb(array(
  select distinct e.key from (
    select f.after from backoffice.history f
    where f.change_set = s.id and f.seq between h.first and h.last
      and f.resource = h.resource and f.operation = 'update'
    order by f.seq limit ${NAMED_UPDATES}) f
  cross join lateral jsonb_object_keys(f.after) e(key) order by e.key)) end`;

export async function readSets(
  sql: QueryRunner,
  which: string,
  params: Params,
): Promise<FoundSet[]> {
  return await sql.rows<FoundSet>(
    `select s.id, ${sqlTypes.timestamptz.toJson('s.at')} as at, s.by, s.way, s.resource,
       s.detail->>'file' as file, ${keySql("s.detail->>'key'")} as key,
       case when s.detail ? 'gone' then s.detail end as merge, s.undoes, c.counts, u.undos
     from (select * from backoffice.change_sets s where ${which}) s
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('resource', h.resource, 'created', h.created,
         'updated', h.updated, 'deleted', h.deleted, 'fields', ${FIELDS}) order by h.resource), '[]') as counts
       from (select resource, count(*) filter (where operation = 'create') as created,
           count(*) filter (where operation = 'update') as updated,
           count(*) filter (where operation = 'delete') as deleted,
           min(seq) filter (where operation = 'update') as first,
           max(seq) filter (where operation = 'update') as last
         from backoffice.history where change_set = s.id group by resource) h) c
     cross join lateral (
       with recursive tree as (
         select t.* from backoffice.change_sets t where t.undoes = s.id
         union all
         select t.* from tree join backoffice.change_sets t on t.undoes = tree.id)
       select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'undoes', t.undoes,
         'at', ${sqlTypes.timestamptz.toJson('t.at')}, 'left', (t.detail->>'left')::int,
         'changed', exists (select from backoffice.history h where h.change_set = t.id)) order by t.at, t.id), '[]') as undos
       from tree t) u
     order by s.at desc, s.id desc`,
    params.values,
  );
}
