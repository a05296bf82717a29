import { requireLast } from '../../../fields/require-entry.ts';
import type { FileValue } from '../../../fields/files/file-value.ts';
import type { Database } from '../../connection/database.ts';
import { sqlTypes } from '../../sql-types.ts';
import { fileJson } from '../../schema/system-tables/file-tables.ts';
import type { QueryRunner } from '../../store.ts';
import { BLOB_CHANNEL } from './blob-work.ts';
import { statement } from '../../connection/statement.ts';

/**
 * A file as a backup has it: as records have it, and who uploaded it when, in RFC 3339. `infected`: the virus scanner
 * refused it.
 */
export type BackedUpFile = FileValue & {
  createdBy: string | null;
  createdAt: string;
  infected?: true;
};

const infected = `case when b.work_error = 'infected' then '{"infected": true}'::jsonb else '{}' end`;

const PAGE = 1_000;

/** The files that records have now, in the order of their ids. */
export async function* usedFiles(sql: QueryRunner): AsyncGenerator<BackedUpFile> {
  for (let after = ''; ;) {
    const page = await sql.rows<{ json: BackedUpFile }>(
      `select ${fileJson} || jsonb_build_object('createdBy', f.created_by, 'createdAt', ${sqlTypes.timestamptz.toJson('f.created_at')}) || ${infected} as json
         from backoffice.files f join backoffice.blobs b using (sha256)
        where f.id > $1 and exists (select from backoffice.file_uses u where u.file = f.id and u.current)
        order by f.id limit ${PAGE}`,
      [after],
    );
    yield* page.map(({ json }) => json);
    if (page.length < PAGE) return;
    after = requireLast(page).json.id;
  }
}

/** The bytes of a file that is there, under an id; undefined if there is no such file. */
export const hashOfFile = statement.value<string | undefined, [id: string]>(
  'select sha256 from backoffice.files where id = $1',
);

/** Waits for a store that takes its time, and for somebody who removes the same bytes. */
const LONG = { timeout: 0, lockTimeout: 300_000, idleTimeout: 0 };

/**
 * Adds a file under its id, unless it is there. `store` stores its bytes while nobody can remove them. The file counts
 * as uploaded now, so that it stays until its record is restored; `setFileDates` gives it its own date.
 */
export async function restoreFile(
  database: Database,
  { id, sha256, name, title, type, size, createdBy, infected: isInfected }: BackedUpFile,
  store: () => Promise<void>,
): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query(
      `insert into backoffice.blobs (sha256, size) values ($1, $2)
       on conflict (sha256) do update set size = excluded.size`,
      [sha256, size],
    );
    await store();
    await sql.query(
      `update backoffice.blobs set stored = true, work_state = case when $2 then 'failed' else work_state end,
         work_error = case when $2 then 'infected' else work_error end where sha256 = $1`,
      [sha256, isInfected === true],
    );
    await sql.query(
      `insert into backoffice.files (id, sha256, name, title, type, size, created_by)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
      [id, sha256, name, title ?? null, type, size, createdBy],
    );
    await sql.query(`select pg_notify('${BLOB_CHANNEL}', '')`);
  }, LONG);
}

/** Gives restored files the dates that they had. */
export const setFileDates = statement.run<
  [files: readonly Pick<BackedUpFile, 'id' | 'createdAt'>[]]
>(
  `update backoffice.files f set created_at = n.at
   from unnest($1::text[], $2::timestamptz[]) n(id, at) where f.id = n.id and f.created_at > n.at`,
  (files) => [files.map(({ id }) => id), files.map(({ createdAt }) => createdAt)],
);
