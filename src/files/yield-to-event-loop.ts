/** In ms, for all long computations together. A list request may have to wait this long at each of its statements. */
const SLICE = 3;

let since = 0;
let isWaiting = false;
/** By owner, in the order of their turns. */
const queues = new Map<string, (() => void)[]>();
let ownerNow = (): string => '';

/** Tells for whom a computation works; until then, all work for one. */
export function shareSlicesBy(owner: () => string): void {
  ownerNow = owner;
}

/**
 * Lets other requests run if the current slice is over. Long computations await it regularly. All of them share one
 * slice in each turn of the event loop, so that a request waits no longer for ten than for one; the slices go to one
 * owner after the other, however many computations each has.
 */
export function yieldToEventLoop(): Promise<void> {
  if (performance.now() - since < SLICE) return done;
  return new Promise((resolve) => {
    const owner = ownerNow();
    const queue = queues.get(owner);
    if (queue) queue.push(resolve);
    else queues.set(owner, [resolve]);
    if (isWaiting) return;
    isWaiting = true;
    setImmediate(beginSlice);
  });
}

const done = Promise.resolve();

function beginSlice(): void {
  since = performance.now();
  runNext();
}

/** Many computations only need a moment: the next one runs in the same slice when this one awaits something else. */
function runNext(): void {
  const [next] = queues;
  if (!next) {
    isWaiting = false;
    return;
  }
  if (performance.now() - since >= SLICE) {
    setImmediate(beginSlice);
    return;
  }
  const [owner, queue] = next;
  queues.delete(owner);
  queue.shift()?.();
  if (queue.length > 0) queues.set(owner, queue);
  // Called from a microtask, `nextTick` runs its callback after all microtasks.
  queueMicrotask(() => process.nextTick(runNext));
}
