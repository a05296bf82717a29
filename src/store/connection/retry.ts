import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './error-code.ts';

/** Serialization failure and deadlock: PostgreSQL rolled one of two back, and it may just be tried again. */
const COLLISIONS: readonly unknown[] = ['40001', '40P01'];

export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === 4 || !COLLISIONS.includes(errorCode(error))) throw error;
      // Not all at once again.
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}
