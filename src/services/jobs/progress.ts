import { saveExport, createExport } from '../../store/system/jobs/run-states.ts';
import { type Acting, doerOf } from '../acting.ts';
import type { RowOutcome } from '../../files/import/import-parts.ts';
import { createWorkReporter } from './work-reporter.ts';
import { newId } from '../../store/records/sql/new-id.ts';

type Counts = Readonly<Record<string, unknown>>;

/** Publishes the progress of an import. A resumed import continues the counts of `before`. */
export function createProgressReporter(
  call: Acting,
  {
    id,
    resource,
    before,
    bytes,
  }: { id: string; resource: string; before?: Counts; bytes?: () => number },
) {
  const counts: Record<string, number> = {
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    leftOut: 0,
    warnings: 0,
  };
  for (const outcome of Object.keys(counts)) counts[outcome] = Number(before?.[outcome] ?? 0);
  const count = (outcome: string): void => {
    counts[outcome] = Number(counts[outcome]) + 1;
  };
  let rows = 0;
  const teller = createWorkReporter(call, { work: 'import', id, resource }, () => ({
    rows,
    counts,
    ...(bytes && { bytes: bytes() }),
  }));
  return {
    observe({ row, outcome, warnings }: RowOutcome): void {
      rows = Math.max(rows, row);
      if (outcome in counts) count(outcome);
      if (warnings && outcome !== 'failed') count('warnings');
      teller.tell();
    },
    /** Publishes the start or end immediately. */
    say: teller.say,
  };
}

const SAY_ALIVE_EVERY = 5_000;

type Tracked = { resource: string; name: string; total: number };

/**
 * Passes a file on and lists it among the jobs: who exported it, when, how many records, and whether it was
 * complete. A failure to record that does not stop the file.
 */
export async function* trackExport<Piece extends string | Uint8Array>(
  call: Acting,
  { resource, name, total }: Tracked,
  pieces: AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  const { services, requestId } = call;
  const { database, log } = services;
  const id = newId();
  let bytes = 0;
  let state: 'cancelled' | 'done' = 'cancelled';
  const orLog = (error: unknown): void =>
    log.warn({ requestId, err: error }, 'cannot record an export in the list of jobs');
  const file = { name, size: 0, hash: '', layout: {} };
  const createdBy = doerOf(call)._id;
  await createExport(database, { id, resource, createdBy, file, total }).catch(orLog);
  const teller = createWorkReporter(call, { work: 'export', id, resource }, () => ({
    rows: 0,
    counts: {},
    bytes,
  }));
  teller.say('running');
  const alive = setInterval(() => {
    teller.say('running');
    void saveExport(database, id, { state: 'running', bytes }).catch(orLog);
  }, SAY_ALIVE_EVERY);
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      yield piece;
    }
    state = 'done';
  } finally {
    clearInterval(alive);
    await saveExport(database, id, { state, bytes }).catch(orLog);
    teller.say(state);
  }
}
