/** Pieces of files in one turn of the event loop: about a millisecond, and still a gigabyte a second. */
const MAX_TURNS = 4;

let passed = 0;
const waiting: (() => void)[] = [];

/**
 * Lets the pieces of all downloads pass a few at a time. Otherwise each turn of the event loop has a piece for every
 * reader, and a short answer waits for hundreds of them at each of its steps. Turns for uploads made no
 * difference for others.
 */
export function yieldDownloadTurn(): Promise<void> | undefined {
  if (passed === 0) setImmediate(nextTurn);
  passed += 1;
  return passed <= MAX_TURNS ? undefined : new Promise((resolve) => waiting.push(resolve));
}

function nextTurn(): void {
  const now = waiting.splice(0, MAX_TURNS);
  passed = now.length + waiting.length;
  if (passed > 0) setImmediate(nextTurn);
  for (const pass of now) pass();
}
