import type { FileValue } from '../../../fields/files/file-value.ts';
import type { Connection } from '../../connection/connection.ts';
import { fileJson } from '../../schema/system-tables/file-tables.ts';
import { findVersions, type HistoryRow, type Subject } from './record-history.ts';

/** The condition that a document of the history has the file `$file` in the field `$field`, alone or in a list. */
export function hasFile(doc: string, field: string, file: string): string {
  return (
    `(${doc} -> ${field}) @> jsonb_build_object('id', ${file}) or ` +
    `(${doc} -> ${field}) @> jsonb_build_array(jsonb_build_object('id', ${file}))`
  );
}

/** A file that a record has or had in one of these fields, and the versions that brought it, newest first. */
export async function findPastFile(
  sql: Connection,
  subject: Subject,
  file: string,
  fields: readonly string[],
): Promise<{ file: FileValue; rows: HistoryRow[] } | undefined> {
  const row = await sql.first<{ json: FileValue; used: string[] }>(
    `select ${fileJson} as json, array_agg(u.field) as used
       from backoffice.files f join backoffice.file_uses u on u.file = f.id
      where f.id = $1 and u.resource = $2 and u.record = $3 and u.field = any($4::text[]) group by f.id`,
    [file, subject.resource, subject.id, fields],
  );
  if (!row) return undefined;
  const had = row.used.map((_, at) => hasFile('h.after', `$${at + 4}::text`, '$3::text'));
  const rows = await findVersions(sql, subject, had.join(' or '), [file, ...row.used]);
  return { file: row.json, rows };
}
