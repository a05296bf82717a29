import { HttpError } from 'react-admin';
import type { Check } from '../../../contract/checks.ts';
import { call } from '../../client/http.ts';

/**
 * `ms`: how long the server took to report that it is ready; undefined if it is not. `checks`: of each part, for
 * admins.
 */
export type Readiness = { ms: number | undefined; checks: readonly Check[] | undefined };

type ReadyAnswer = { checks?: Check[] };

/** Asks like a load balancer. Not being ready is a result here, not an error. */
export async function readReadiness(signal: AbortSignal): Promise<Readiness> {
  const began = performance.now();
  const { ok } = await fetch('/readyz', { signal });
  const ms = ok ? Math.max(1, Math.round(performance.now() - began)) : undefined;
  return { ms, checks: await readChecks(signal) };
}

async function readChecks(signal: AbortSignal): Promise<Readiness['checks']> {
  try {
    return (await call<ReadyAnswer>('/readyz?verbose', { signal })).json.checks;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 503) throw error;
    return (error.body as ReadyAnswer).checks;
  }
}
