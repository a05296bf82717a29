/**
 * Lets `wide` pieces of work run at once and `queue` more wait for their turn;
 * undefined for who comes when the queue is full.
 */
export function createGate(
  wide: number,
  queue: number,
): <T>(work: () => Promise<T>) => Promise<{ value: T } | undefined> {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running >= wide) {
      if (waiting.length >= queue) return undefined;
      // Who leaves hands over the place, so that nobody slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return { value: await work() };
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
