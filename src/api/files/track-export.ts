import { noteExport, putExport } from '../../store/system/jobs/export-jobs.ts';
import { newId } from '../../store/records/new-id.ts';
import type { UserCall } from '../http/call.ts';
import { createWorkTeller } from './jobs/work-teller.ts';

const SAY_ALIVE_EVERY = 5_000;

type Tracked = { resource: string; name: string; total: number };

/**
 * Passes a file on, and has it stand among the jobs: who took it, when, how many records, and whether
 * it was taken whole. What cannot be noted keeps nobody from the file.
 */
export async function* trackExport<Piece extends string | Uint8Array>(
  call: UserCall,
  { resource, name, total }: Tracked,
  pieces: AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  const { parts, user, requestId } = call;
  const { database, log } = parts;
  const id = newId();
  let bytes = 0;
  let state: 'cancelled' | 'done' = 'cancelled';
  const orLog = (error: unknown): void =>
    log.warn({ requestId, err: error }, 'cannot record an export in the list of jobs');
  const file = { name, size: 0, hash: '', layout: {} };
  await putExport(database, { id, resource, createdBy: user._id, file, total }).catch(orLog);
  const teller = createWorkTeller(call, { work: 'export', id, resource }, () => ({
    rows: 0,
    counts: {},
    bytes,
  }));
  teller.say('running');
  const alive = setInterval(() => {
    teller.say('running');
    void noteExport(database, id, { state: 'running', bytes }).catch(orLog);
  }, SAY_ALIVE_EVERY);
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      yield piece;
    }
    state = 'done';
  } finally {
    clearInterval(alive);
    await noteExport(database, id, { state, bytes }).catch(orLog);
    teller.say(state);
  }
}
