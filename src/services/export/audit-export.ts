import { retryLost } from '../../store/connection/errors.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { type Acting, auditActorOf } from '../acting.ts';

/** An export in the audit log. `filter`: the query that chose its records, '' for all. */
export type ExportEntry = { resource: string; record?: string; format: string; filter: string };

/** Passes on the records of an export, and logs at the end who exported how many, with which filter. */
export async function* auditExport<Batch>(
  acting: Acting,
  { resource, record, format, filter }: ExportEntry,
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
    // Also if the client has disconnected: it has what was sent until then.
    const detail = {
      format,
      rows,
      ...(filter !== '' && { filter }),
      ...(isWhole ? {} : { brokenOff: true }),
    };
    const entry = {
      action: 'exported',
      ...auditActorOf(acting),
      resource,
      record,
      detail,
    } as const;
    const write = () => writeAudit(acting.services.database, entry);
    // While no primary is there, a replica exports; the file ends when its entry is written.
    await (isWhole || rows > 0 ? retryLost(write) : write());
  }
}

/**
 * Writes a source once its first part is there: until then an error can still become a problem response,
 * but after the head of a file the response would already have the status 200.
 */
export async function* afterFirstPart<Part, Piece>(
  source: AsyncGenerator<Part>,
  write: (source: AsyncIterable<Part>) => AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  try {
    yield* write(goOn(await source.next(), source));
  } finally {
    await source.return(undefined);
  }
}

async function* goOn<Part>(
  first: IteratorResult<Part>,
  rest: AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
