/**
 * Creates a gate that lets `most` callers through at once; the others wait in order.
 * Each caller gets a function that it calls when it has finished.
 */
export function createSemaphore(most: number): () => Promise<() => void> {
  const waiting: (() => void)[] = [];
  let free = most;
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isOut = false;
    return () => {
      if (!isOut) leave();
      isOut = true;
    };
  };
}
