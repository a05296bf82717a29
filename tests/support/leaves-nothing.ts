import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach } from 'vitest';
import type { TestApi } from './api.ts';

/** Each test of the file fails if it leaves a file in the folder for files on their way into the store. */
export function leavesNothing(api: () => TestApi): void {
  const names = () => readdir(api().services.blobs.scratch);
  // Stores in the cloud share this folder on one machine.
  let before: readonly string[] = [];
  beforeEach(async () => {
    before = await names();
  });
  afterEach(async () => {
    const left = (await names()).filter((name) => !before.includes(name));
    if (left.length > 0) throw new Error(`an upload left ${left.join()}`);
  });
}
