import type { FileValue } from '../../../fields/files/file-value.ts';
import { fileJson } from '../../schema/system-tables/file-tables.ts';
import type { QueryRunner } from '../../store.ts';
import { isOfFile } from './blob-owners.ts';
import { statement } from '../../connection/statement.ts';

/**
 * A file on its way in. `size` is what the sender announced, in bytes; `parts` are where each part begins. `file` is what
 * a finished upload became.
 */
export type StartedUpload = {
  id: string;
  createdBy: string;
  resource: string;
  field: string;
  name: string;
  size: number;
  received: number;
  parts: readonly number[];
  file: FileValue | null;
};

const columns = `id, created_by as "createdBy", resource, field, name, size::float8 as size,
  received::float8 as received, parts::float8[] as parts,
  (select ${fileJson} from backoffice.files f where f.id = uploads.file) as file`;

type NewUpload = Omit<StartedUpload, 'received' | 'parts' | 'file'>;

export const insertUpload = statement.run<[upload: NewUpload]>(
  `insert into backoffice.uploads (id, created_by, resource, field, name, size)
   values ($1, $2, $3, $4, $5, $6)`,
  ({ id, createdBy, resource, field, name, size }) => [id, createdBy, resource, field, name, size],
);

/** The upload, if it belongs to this person. */
export const findUpload = statement.first<StartedUpload, [id: string, createdBy: string]>(
  `select ${columns} from backoffice.uploads where id = $1 and created_by = $2`,
);

/** Adds a part of so many bytes; false if another request has sent the part that begins there. */
export const addPart = statement.some<[id: string, from: number, bytes: number]>(
  `update backoffice.uploads set received = received + $3, parts = parts || $2::bigint, touched_at = now()
   where id = $1 and received = $2::bigint returning 1`,
);

/** Keeps an upload that is still arriving from the removal of old ones. */
export const touchUpload = statement.run<[id: string]>(
  'update backoffice.uploads set touched_at = now() where id = $1',
);

export const removeUpload = statement.run<[id: string]>(
  'delete from backoffice.uploads where id = $1',
);

/** What a person has uploaded without saving it in a record, and all that they and everybody have in files. */
export type FileUsage = { waiting: { files: number; bytes: number }; own: number; all: number };

/** How much a person and the installation have; each is only counted where there is a limit. */
export async function readUsage(
  sql: QueryRunner,
  userId: string,
  limits: { own: boolean; all: boolean },
): Promise<FileUsage> {
  const row = await sql.only<{ files: number; bytes: number; own: number; all: number }>(
    `select count(*)::float8 as files, coalesce(sum(w.size), 0)::float8 as bytes,
        case when $2 then (select coalesce(sum(f.size), 0)::float8 from backoffice.files f where f.created_by = $1) else 0 end as own,
        case when $3 then (select coalesce(sum(b.size), 0)::float8 from backoffice.blobs b where ${isOfFile}) else 0 end as all
       from (
         select f.size from backoffice.files f
          where f.created_by = $1 and f.created_at > now() - interval '2 days'
            and not exists (select from backoffice.file_uses u where u.file = f.id)
         union all select u.size from backoffice.uploads u where u.created_by = $1 and u.file is null) w`,
    [userId, limits.own, limits.all],
  );
  const { files, bytes, own, all } = row;
  return { waiting: { files, bytes }, own, all };
}
