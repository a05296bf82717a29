/** In ms. A list request may have to wait this long at each of its statements. */
const LONGEST = 5;

let since = 0;

/** Lets other requests run if the current work has taken some milliseconds. Long computations await it regularly. */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - since < LONGEST) return;
  await new Promise((resolve) => setImmediate(resolve));
  since = performance.now();
}
