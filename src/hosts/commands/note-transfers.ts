import { basename } from 'node:path';
import type { ImportSummary } from '../../files/import/import-summary.ts';
import { noteAudit } from '../../store/system/audit/note-audit.ts';
import type { Installation } from '../installation.ts';
import type { Manifest } from './manifest.ts';

/** Whoever runs commands has the database anyway; the audit says that it was done, and that it was a command. */
const by = 'command';

/** Records a file import by the command line in the audit log. */
export async function noteImport(
  { database }: Pick<Installation, 'database'>,
  { resource, path, mode }: { resource: string; path: string; mode: string },
  { total, created, updated, unchanged, failed }: ImportSummary,
): Promise<void> {
  const detail = { by, file: basename(path), mode, total, created, updated, unchanged, failed };
  await noteAudit(database, { action: 'imported', actor: null, resource, detail });
}

/** Records each file of a backup in the audit log. */
export async function noteExports(
  { database }: Pick<Installation, 'database'>,
  { files }: Manifest,
  format: string,
): Promise<void> {
  for (const { resource, records: rows } of files)
    await noteAudit(database, {
      action: 'exported',
      actor: null,
      resource,
      detail: { by, format, rows },
    });
}
