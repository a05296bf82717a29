import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ImportSummary } from '../../files/import/import-summary.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Acting } from '../acting.ts';
import type { ReceivedFile } from '../files/receive-file.ts';
import { runnerOf } from '../jobs/job-runner.ts';
import { createProgressReporter } from '../jobs/progress.ts';
import { rowId } from '../row-id.ts';
import type { ImportRequest } from './check-import.ts';
import { auditImport } from './end-import.ts';
import { importFile } from './import-file.ts';

type Now = {
  resource: Resource;
  request: ImportRequest;
  file: ReceivedFile;
  /** Of an import that can be repeated: gives its rows their IDs. */
  id: string | undefined;
  signal: AbortSignal;
};

/** Imports a received file while its caller waits. It ends when `signal` is aborted, or when the server stops. */
export async function importNow(
  acting: Acting,
  { resource, request, file, id, signal }: Now,
): Promise<ImportSummary> {
  const { dryRun, atomic, mode } = request;
  const { path, zip, name } = file;
  const progress = createProgressReporter(acting, {
    id: acting.requestId,
    resource: resource.name,
  });
  const idOf = id === undefined ? undefined : (row: number) => rowId(id, row);
  const open = () => createReadStream(path);
  const what = { resource: resource.name, file: name, mode };
  try {
    const { size } = await stat(path);
    const summary = await importFile(
      acting,
      { resource, request, size, open, openZip: async () => zip, idOf },
      {
        signal: AbortSignal.any([signal, runnerOf(acting.services.database).stopping]),
        observe: progress.observe,
        isRepeatable: id !== undefined,
      },
    );
    if (!dryRun) await auditImport(acting, what, summary);
    progress.say(dryRun ? 'rehearsed' : 'done');
    return summary;
  } catch (error) {
    // Some batches may have been stored.
    if (!dryRun && !atomic) await auditImport(acting, what, undefined);
    progress.say('failed');
    throw error;
  }
}
