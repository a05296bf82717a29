import { AsyncLocalStorage } from 'node:async_hooks';
import { isTrouble } from '../../connection/errors.ts';
import { HookFailure } from '../../write-hooks.ts';

const depths = new AsyncLocalStorage<number>();

/** Hooks that write records call hooks; more levels than this are a circle. */
const DEEPEST = 8;

/** How many hooks wait for each other here; 0 outside of hooks. */
export function hookDepth(): number {
  return depths.getStore() ?? 0;
}

/**
 * Calls code of the installation. What it throws becomes a `HookFailure`, except for troubles of the database, which
 * the store and the API know how to answer.
 */
export async function runHook<T>(
  name: string,
  run: () => T | Promise<T>,
  depth = hookDepth(),
): Promise<T> {
  if (depth >= DEEPEST)
    throw new HookFailure(name, `is called by hooks that call each other ${DEEPEST} levels deep`);
  try {
    return await depths.run(depth + 1, async () => await run());
  } catch (error) {
    if (error instanceof HookFailure || isTrouble(error)) throw error;
    throw new HookFailure(name, 'failed', { cause: error });
  }
}
