import type { QueryRunner } from '../../store.ts';
import { isOfFile } from './blob-owners.ts';

/** Files and their bytes, as if each were stored alone. */
type Amount = { files: number; bytes: number };

export type FilesOverview = {
  /** All files, and what the store has of them: the same bytes are stored once. */
  all: Amount & { stored: number };
  /** Files that only the history has. */
  past: Amount;
  /** Files that no record has or had; they are removed a day after their upload. */
  unused: Amount;
  /** Uploads on their way, and the bytes that have arrived. */
  arriving: Amount;
  fields: readonly (Amount & { resource: string; field: string })[];
  /** The people with the most bytes. */
  people: readonly (Amount & { id: string | null; name: string | null })[];
  /** Contents that the virus scanner has not seen. */
  unscanned: number;
};

const MOST_PEOPLE = 100;
const amount = 'count(*)::float8 as files, coalesce(sum(f.size), 0)::float8 as bytes';
const isUsed = (which: string) =>
  `exists (select from backoffice.file_uses u where u.file = f.id${which})`;

/** What all files of the installation are, for admins. */
export async function readFilesOverview(sql: QueryRunner): Promise<FilesOverview> {
  const one = async (from: string) => await sql.only<Amount>(`select ${amount} ${from}`);
  const stored = await sql.only<{ stored: number; unscanned: number }>(
    `select coalesce(sum(size), 0)::float8 as stored, count(*) filter (where scanned_at is null)::float8 as unscanned
       from backoffice.blobs b where ${isOfFile}`,
  );
  const all = await one('from backoffice.files f');
  const used = await one(`from backoffice.files f where ${isUsed(' and u.current')}`);
  const unused = await one(`from backoffice.files f where not ${isUsed('')}`);
  const arriving = await sql.only<Amount>(
    'select count(*)::float8 as files, coalesce(sum(received), 0)::float8 as bytes from backoffice.uploads where file is null',
  );
  return {
    all: { ...all, stored: stored.stored },
    past: {
      files: all.files - used.files - unused.files,
      bytes: all.bytes - used.bytes - unused.bytes,
    },
    unused,
    arriving: arriving,
    fields: await sql.rows(
      `select u.resource, u.field, ${amount}
         from backoffice.file_uses u join backoffice.files f on f.id = u.file
        where u.current group by 1, 2 order by bytes desc, 1, 2`,
    ),
    people: await sql.rows(
      `select f.created_by as id, p.name, ${amount} from backoffice.files f
         left join (select _id, to_jsonb(users) ->> 'name' as name from users) p on p._id = f.created_by
        group by 1, 2 order by bytes desc, 1 limit ${MOST_PEOPLE}`,
    ),
    unscanned: stored.unscanned,
  };
}

/** The figures of all files for a monitor. */
export async function countFiles(
  sql: QueryRunner,
): Promise<{ files: number; bytes: number; uploads: number; unscanned: number }> {
  const row = await sql.only<{
    files: number;
    bytes: number;
    uploads: number;
    unscanned: number;
  }>(
    `select (select count(*) from backoffice.files)::float8 as files, coalesce(sum(size), 0)::float8 as bytes,
        (select count(*) from backoffice.uploads where file is null)::float8 as uploads,
        count(*) filter (where scanned_at is null)::float8 as unscanned from backoffice.blobs b where ${isOfFile}`,
  );
  return row;
}
