import { createSemaphore } from '../../files/create-semaphore.ts';
import type { Job } from '../../contract/jobs.ts';

/**
 * A dry run remembers what it would have written, up to some ten thousand records. The memory of all is limited by how
 * many read at a time. Small files do not wait, and large files do not wait for very large ones. Sizes are in bytes.
 */
const gates = [
  { over: 20_000_000, enter: createSemaphore(2) },
  { over: 1_000_000, enter: createSemaphore(4) },
];

/** Waits until the dry run of a job may read its file. Returns a function to call at its end. */
export async function enterDryRun(
  { file, createdBy }: Pick<Job, 'file' | 'createdBy'>,
  signal: AbortSignal,
): Promise<() => void> {
  const gate = gates.find(({ over }) => file.size > over);
  return gate ? await gate.enter({ owner: createdBy, signal }) : () => {};
}
