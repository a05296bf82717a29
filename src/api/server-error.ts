import type { Log } from './log.ts';
import { problem } from '../fields/problem.ts';
import { StoreProblem } from '../store/store-problem.ts';
import { refuse, refuseAs, type Refusal } from './refusal.ts';

/** Unexpected trouble: the log gets all of it, the client an id to ask with. */
export function refuseError(error: unknown, log: Log, requestId: string): Refusal {
  if (error instanceof StoreProblem) return refuse(error.problems);
  const code = codeOf(error);
  if (timedOut.test(code)) {
    log.warn({ requestId, err: error }, 'a statement took too long');
    return refuseAs('S007');
  }
  log.error({ requestId, err: error }, 'a call failed');
  if (unavailable.test(code)) return refuseAs('S005', { headers: { 'Retry-After': '1' } });
  return refuse(problem('S006', '', { requestId }));
}

// Of PostgreSQL's error codes and Node's: query_canceled …
const timedOut = /^(57014|55P03)$/;
// … connection trouble, shutting down or starting up, no room; and no server at all.
const unavailable =
  /^(080..|57P0[1-3]|53300|3D000|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
