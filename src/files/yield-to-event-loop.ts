/** In ms: who asks for a list meanwhile waits for a turn at each of its statements. */
const LONGEST = 5;

let since = 0;

/**
 * To be waited for every now and then by work that would keep everybody else waiting for long: when it
 * was at it for some milliseconds, others have their turn.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - since < LONGEST) return;
  await new Promise((resolve) => setImmediate(resolve));
  since = performance.now();
}
