import type { ViewPatch } from '../../../contract/preferences.ts';
import { unlessTaken } from '../../connection/errors.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { Version, QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** A saved view as stored. Its settings were checked when it was saved; fields may have gone since. */
export type StoredView = {
  id: string;
  version: number;
  /** Null when the owner was deleted. */
  owner: string | null;
  ownerName: string | null;
  resource: string;
  name: string;
  /** The roles it is shared with, and the people, by `_id`; nobody when both are empty. */
  roles: readonly string[];
  people: readonly string[];
  settings: Omit<ViewPatch, 'name' | 'roles' | 'people'>;
  createdAt: string;
  updatedAt: string;
};

/** The user who reads views. One who may do everything also sees views shared with the roles of others. */
export type Viewer = { userId: string; role: string; all: boolean };

const iso = (column: string) => sqlTypes.timestamptz.toJson(`v.${column}`);

type ViewValues = Pick<StoredView, 'name' | 'roles' | 'people' | 'settings'>;

export const MAX_VIEWS = 200;

const columns = `v.id, v.version, v.owner, u.name as "ownerName", v.resource, v.name, v.roles, v.people,
  v.settings::json as settings, ${iso('created_at')} as "createdAt", ${iso('updated_at')} as "updatedAt"`;

/** Whether a user sees a view `v`. */
export function seenView(userId: string, role: string, all: string): string {
  return `(v.owner = ${userId} or ${userId} = any(v.people) or ${role} = any(v.roles) or (${all} and v.roles <> '{}'))`;
}

const seen = seenView('$1', '$2', '$3');

/** The views a user sees, their own first. */
export const listViews = statement.rows<StoredView, [viewer: Viewer, resource?: string]>(
  `select ${columns} from backoffice.views v left join "users" u on u._id = v.owner
   where ${seen} and ($4::text is null or v.resource = $4)
   order by v.owner = $1 desc, v.name collate "und-x-icu", v.id`,
  ({ userId, role, all }, resource) => [userId, role, all, resource ?? null],
);

export const findView = statement.first<StoredView, [viewer: Viewer, id: string]>(
  `select ${columns} from backoffice.views v left join "users" u on u._id = v.owner
   where ${seen} and v.id = $4`,
  ({ userId, role, all }, id) => [userId, role, all, id],
);

/** The new view. `taken`: the owner has another view of the resource with this name. */
export async function createView(
  sql: QueryRunner,
  { id, owner, resource }: { id: string; owner: string; resource: string },
  { name, roles, people, settings }: ViewValues,
): Promise<StoredView | 'taken' | 'tooMany'> {
  return await unlessTaken(async () => {
    const created = await sql.first<StoredView>(
      selectWritten(
        `insert into backoffice.views (id, owner, resource, name, roles, people, settings)
         select $1, $2, $3, $4, $5, $6, $7
         where (select count(*) from backoffice.views where owner = $2) < $8::int`,
      ),
      [id, owner, resource, name, roles, people, JSON.stringify(settings), MAX_VIEWS],
    );
    return created ?? 'tooMany';
  });
}

export async function updateView(
  sql: QueryRunner,
  id: string,
  expected: Version,
  { name, roles, people, settings }: ViewValues,
): Promise<StoredView | 'taken' | 'stale'> {
  return await unlessTaken(async () => {
    const updated = await sql.first<StoredView>(
      selectWritten(
        `update backoffice.views set name = $3, roles = $4, people = $5, settings = $6,
           version = version + 1, updated_at = now()
         where id = $1 and ($2::bigint is null or version = $2)`,
      ),
      [id, expected === '*' ? null : expected, name, roles, people, JSON.stringify(settings)],
    );
    return updated ?? 'stale';
  });
}

/** A write that returns the view, in one statement: a read of its own could fail after the view is saved. */
function selectWritten(write: string): string {
  return `with v as (${write} returning *) select ${columns} from v left join "users" u on u._id = v.owner`;
}

/** False when there is another version, or none. */
export const removeView = statement.some<[id: string, expected: Version]>(
  'delete from backoffice.views where id = $1 and ($2::bigint is null or version = $2)',
  (id, expected) => [id, expected === '*' ? null : expected],
);

const leave = `update backoffice.views set people = array_remove(people, $1), version = version + 1`;

const ofNobody = `owner is null and roles = '{}' and people = '{}'`;

/** Takes a view from one of the people it was shared with; the last one takes it along if its owner is gone. */
export async function leaveView(sql: QueryRunner, id: string, userId: string): Promise<void> {
  await sql.query(`${leave} where id = $2`, [userId, id]);
  await sql.query(`delete from backoffice.views where id = $1 and ${ofNobody}`, [id]);
}

/** Shared views stay with those they were shared with, as long as there is somebody; the rest belonged to the user alone. */
export async function forgetPreferences(sql: QueryRunner, userId: string): Promise<void> {
  await sql.query('delete from backoffice.user_settings where user_id = $1', [userId]);
  for (const table of ['structure_drafts', 'inbox', 'thread_reads', 'watches'])
    await sql.query(`delete from backoffice.${table} where person = $1`, [userId]);
  await sql.query('update backoffice.views set owner = null where owner = $1', [userId]);
  await sql.query(`${leave} where $1 = any(people)`, [userId]);
  await sql.query(`delete from backoffice.views where ${ofNobody}`);
}
