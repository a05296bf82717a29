/**
 * Makes a gate that lets so many through at once; the others wait in their order. Whoever is through
 * calls what it was given when it has ended.
 */
export function createGate(most: number): () => Promise<() => void> {
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
