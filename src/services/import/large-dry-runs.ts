import { createSemaphore } from '../../files/create-semaphore.ts';

/**
 * A dry run remembers what it would have written, up to some ten thousand records. The memory of all is limited by how
 * many read at a time. Small files do not wait, and large files do not wait for very large ones. Sizes are in bytes.
 */
const gates = [
  { over: 20_000_000, enter: createSemaphore(2) },
  { over: 1_000_000, enter: createSemaphore(4) },
];

/** Waits until a dry run may read its file. Returns a function to call at its end. */
export async function enterDryRun({
  size,
  ...entrant
}: {
  size: number;
  owner: string;
  signal: AbortSignal;
}): Promise<() => void> {
  const gate = gates.find(({ over }) => size > over);
  return gate ? await gate.enter(entrant) : () => {};
}
