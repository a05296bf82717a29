import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';

/** Waits until two looks, a tenth of a second apart, show the same: what went on in the background has come to rest. */
export async function untilSettled(read: () => unknown): Promise<void> {
  const seen: unknown[] = [];
  await vi.waitUntil(
    async () => {
      seen.push(await read());
      return seen.length > 1 && isDeepStrictEqual(seen.at(-1), seen.at(-2));
    },
    { timeout: 30_000, interval: 100 },
  );
}
