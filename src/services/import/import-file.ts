import type { Resource } from '../../descriptor/descriptor.ts';
import { importRecords } from '../../files/import/import-files.ts';
import type { ImportParts, ImportTerms, OpenFile } from '../../files/import/import-parts.ts';
import type { ImportSummary } from '../../files/import/import-summary.ts';
import { actorOf, momentOf, type Acting } from '../acting.ts';
import type { OpenedZip } from '../files/read-zip.ts';
import { createZipFiles } from '../files/zip-files.ts';
import type { ImportRequest } from './check-import.ts';
import { importAs } from './import-as.ts';
import { createSemaphore } from '../../files/create-semaphore.ts';

/** A file and what an import does with it. Its sizes are in bytes. */
type OneImport = {
  resource: Resource;
  request: ImportRequest;
  size: number;
  open: OpenFile;
  /** Opens the files that come with the rows, when the import begins. */
  openZip(): Promise<OpenedZip | undefined>;
  /** The IDs that rows give to new records, so that an import can be repeated. */
  idOf: ImportParts['newId'] | undefined;
};

type Terms = Omit<ImportTerms, 'dryRun' | 'atomic' | 'earlier'> & {
  signal: AbortSignal;
  /** For a dry run: the sheets of the same workbook that are imported before. */
  earlier?: (() => Promise<NonNullable<ImportTerms['earlier']>>) | undefined;
};

/** Imports a file with the rights of its caller: in a request as in a job, and as a dry run, which waits for its turn. */
export async function importFile(
  acting: Acting,
  { resource, request, size, open, openZip, idOf }: OneImport,
  { earlier, ...terms }: Terms,
): Promise<ImportSummary> {
  const { services, descriptor, role, restriction, user } = acting;
  const { dryRun, atomic, ...options } = request;
  const { signal } = terms;
  const leave = dryRun ? await enterDryRun({ size, owner: user._id, signal }) : undefined;
  try {
    const by = actorOf(acting);
    const who = { by, descriptor, role, moment: momentOf(acting), rowsOf: restriction?.rowsOf };
    const { store, database } = services;
    const parts = importAs({ ...who, store, database, paths: services, idOf });
    const zip = await openZip();
    const files = zip && createZipFiles(zip, { services, by, dryRun });
    const summary = await importRecords(
      { ...parts, isComing: files?.isComing },
      { resource, options, open, files },
      { ...terms, dryRun, atomic, ...(earlier && { earlier: await earlier() }) },
    );
    // A run that went on does not know which files the rows before it have named.
    if (files && !terms.progress?.from) summary.unusedFiles = files.unused();
    return summary;
  } finally {
    leave?.();
  }
}

/**
 * A dry run remembers what it would have written, up to some ten thousand records. The memory of all is limited by how
 * many read at a time. Small files do not wait, and large files do not wait for very large ones. Sizes are in bytes.
 */
const gates = [
  { over: 20_000_000, enter: createSemaphore(2) },
  { over: 1_000_000, enter: createSemaphore(4) },
];

/** Waits until a dry run may read its file. Returns a function to call at its end. */
export async function enterDryRun({
  size,
  ...entrant
}: {
  size: number;
  owner: string;
  signal: AbortSignal;
}): Promise<() => void> {
  const gate = gates.find(({ over }) => size > over);
  return gate ? await gate.enter(entrant) : () => {};
}
