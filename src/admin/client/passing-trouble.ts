import { useEffect, useEffectEvent } from 'react';
import { HttpError } from 'react-admin';
import { connectionLost, headerOf } from './http.ts';

/** The longest pause between two attempts without `Retry-After`, in milliseconds. */
const MAX_PAUSE_MS = 30_000;

const PASSING: ReadonlySet<number> = new Set([0, 408, 429, 502, 503, 504]);

/** Whether a call failed for a reason that passes: no connection, or a server that restarts or is busy. */
export function isPassing(error: unknown): error is HttpError {
  return error instanceof HttpError && PASSING.has(error.status);
}

/** Milliseconds until the next attempt: as the server asks for, else longer each time. `attempt` counts from 0. */
export function pauseAfter(error: unknown, attempt: number): number {
  const retryAfter = Number(headerOf(error, 'Retry-After')) * 1_000;
  return retryAfter || Math.min(MAX_PAUSE_MS, 1_000 * 2 ** attempt);
}

/**
 * Sends again what the server did not accept: after `wait` milliseconds, or at once when the connection is back. Sends
 * nothing while `wait` is undefined, as during an attempt.
 */
export function useResend(wait: number | undefined, send: () => void): void {
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    if (wait === undefined) return undefined;
    const timer = setTimeout(() => sendNow(), wait);
    const stop = connectionLost.subscribe(() => {
      if (!connectionLost.get()) sendNow();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [wait]);
}
