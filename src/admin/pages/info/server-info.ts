import type { Info } from '../../../contract/meta.ts';
import { call } from '../../client/http.ts';

/** `ms`: how long the server took to say whether it is ready; undefined when it is not. */
export type Readiness = { ms: number | undefined };

export async function readInfo(signal: AbortSignal): Promise<Info> {
  return (await call<Info>('/api/info', { signal })).json;
}

/** Asks as a balancer does. What it answers otherwise is an outcome here, not an error. */
export async function readReadiness(signal: AbortSignal): Promise<Readiness> {
  const began = performance.now();
  const { ok } = await fetch('/readyz', { signal });
  return { ms: ok ? Math.max(1, Math.round(performance.now() - began)) : undefined };
}
