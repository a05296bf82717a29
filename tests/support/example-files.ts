import type { FieldType } from '../../src/fields/type/field-type.ts';
import type { Database } from '../../src/store/connection/database.ts';

const sha256 = 'a'.repeat(64);
const mimeTypes: Record<string, string> = { pdf: 'application/pdf', image: 'image/png' };

/** The value as a record has it when a write names files; other values stay as they are. */
export function withWholeFiles(kind: FieldType, settings: object, value: unknown): unknown {
  if (!kind.files) return value;
  const { accept = [] } = settings as { accept?: readonly string[] };
  const type = mimeTypes[accept[0] ?? ''];
  const files = kind.files.of(value).map(({ id }) => ({
    id,
    name: 'example',
    type,
    size: 5,
    sha256,
  }));
  return Array.isArray(value) ? files : files[0];
}

/** Adds such files, without their bytes, as uploaded by a user. */
export async function insertFiles(
  sql: Database,
  files: readonly unknown[],
  user: string | null = null,
): Promise<void> {
  await sql.query(
    'insert into backoffice.blobs (sha256, size) values ($1, 5) on conflict do nothing',
    [sha256],
  );
  await sql.query(
    `insert into backoffice.files (id, sha256, name, type, size, created_by)
       select id, sha256, name, type, size, $2
         from jsonb_to_recordset($1) as f(id text, sha256 text, name text, type text, size int)`,
    [JSON.stringify(files), user],
  );
}
