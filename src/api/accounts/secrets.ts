import { hashSecret } from '../http/key-text.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../http/call.ts';

/** A random text to hand out, and the hash of it that is stored. */
export function createSecret(bytes: number): { text: string; hash: Buffer } {
  const text = randomBytes(bytes).toString('base64url');
  return { text, hash: hashSecret(text) };
}

/** In milliseconds: longer than the work takes on a machine that is not overloaded. */
const STEP = 400;

/**
 * Returns the result of the work after a fixed time. Otherwise the time would reveal whether an address is
 * known and what the server writes for it. If the work takes longer, its result comes at the next step.
 */
export async function inConstantTime<T>(
  { services: { steady: step = STEP } }: Call,
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
