import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../http/call.ts';

/** A random text to hand out, and the hash that is kept of it. */
export function createSecret(bytes: number): { text: string; hash: Buffer } {
  const text = randomBytes(bytes).toString('base64url');
  return { text, hash: hashSecret(text) };
}

/** Random secrets need no slow hash. */
export function hashSecret(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Milliseconds; longer than the work takes on a machine that is not overloaded. */
const STEP = 400;

/**
 * Answers after a fixed time, whatever the work took: how long it takes to find that an address is
 * known, and to write what follows from it, is nobody's business. Work that takes longer answers
 * at the next step.
 */
export async function inConstantTime<T>(
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
