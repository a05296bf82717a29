import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../http/call.ts';

/** Milliseconds; longer than the work takes on a machine that is not overloaded. */
const STEP = 400;

/**
 * Answers after a fixed time, whatever the work took: how long it takes to find that an address is
 * known, and to write what follows from it, is nobody's business. Work that takes longer answers
 * at the next step.
 */
export async function steadily<T>(
  { parts: { steady: step = STEP } }: Call,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    const took = performance.now() - started;
    await sleep(Math.ceil(took / step) * step - took);
  }
}
