import type { ImportSummary } from '../../files/import/import-summary.ts';
import { noteAudit } from '../../store/system/audit/note-audit.ts';
import type { UserCall } from './call.ts';

/** Passes the records of an export on, and notes at the end who took how many away, by which filter. */
export async function* noteExport<Batch>(
  call: UserCall,
  { resource, format }: { resource: string; format: string },
  batches: AsyncIterable<Batch>,
  countOf: (batch: Batch) => number,
): AsyncGenerator<Batch> {
  let rows = 0;
  let isWhole = false;
  try {
    for await (const batch of batches) {
      rows += countOf(batch);
      yield batch;
    }
    isWhole = true;
  } finally {
    // Also when the client has gone: what it has, it has.
    const filter = [...call.query].filter(([name]) => name !== 'format');
    const detail = {
      format,
      rows,
      ...(filter.length > 0 ? { filter: new URLSearchParams(filter).toString() } : {}),
      ...(isWhole ? {} : { brokenOff: true }),
    };
    await noteAudit(call.parts.database, { action: 'exported', ...byOf(call), resource, detail });
  }
}

/**
 * Notes who brought a file in and what became of its rows; without a summary it broke off. A trial
 * changes nothing and is not noted.
 */
export async function noteImport(
  call: UserCall,
  { resource, file, mode }: { resource: string; file: string; mode: string },
  summary: ImportSummary | undefined,
): Promise<void> {
  const { total, created, updated, unchanged, failed } = summary ?? {};
  const counts = summary ? { total, created, updated, unchanged, failed } : { brokenOff: true };
  const detail = { file: file.slice(0, 255), mode, ...counts };
  await noteAudit(call.parts.database, { action: 'imported', ...byOf(call), resource, detail });
}

function byOf({ user, sessionId: session, address, requestId }: UserCall) {
  return { actor: user._id, session, address, requestId };
}
