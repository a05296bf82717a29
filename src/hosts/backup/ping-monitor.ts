import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds for one try. */
const PATIENCE = 5_000;
/** Milliseconds before the second and the third try. */
const PAUSES = [1_000, 5_000] as const;

type Ping = {
  /** Takes a sentence if no try has succeeded. */
  report: (sentence: string) => void;
  signal?: AbortSignal;
  pauses?: readonly number[];
};

/**
 * Calls the monitor of backups: its address after a good one, and the address with `/fail` after a failed one, as
 * Healthchecks and services like it expect. Tries three times and never throws, because a silent monitor must not fail a
 * backup. Whoever has the path of the address can pretend that backups are made, so only the host is reported.
 */
export async function pingMonitor(
  address: string,
  outcome: 'made' | 'failed',
  { report, signal, pauses = PAUSES }: Ping,
): Promise<void> {
  const url = new URL(address);
  if (outcome === 'failed') url.pathname = `${url.pathname.replace(/\/$/, '')}/fail`;
  let reason = '';
  for (const pause of [0, ...pauses]) {
    await sleep(pause, undefined, signal && { signal }).catch(() => undefined);
    if (signal?.aborted) return;
    reason = await tryPing(url, signal);
    if (reason === '') return;
  }
  report(`The monitor of backups at ${url.host} could not be called (${reason})`);
}

/** Returns why it failed; '' if it did not. */
async function tryPing(url: URL, signal: AbortSignal | undefined): Promise<string> {
  const late = AbortSignal.timeout(PATIENCE);
  const either = signal ? AbortSignal.any([late, signal]) : late;
  try {
    const { ok, status, body } = await fetch(url, { signal: either, redirect: 'manual' });
    await body?.cancel();
    return ok ? '' : `status ${status}`;
  } catch (error) {
    // The message of an error could contain the address.
    const { cause } = error as { cause?: { code?: unknown } };
    return typeof cause?.code === 'string' ? cause.code : 'no answer';
  }
}
