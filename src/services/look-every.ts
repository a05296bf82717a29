/** Looks now and at intervals, in milliseconds, never twice at a time. Returns a function that stops it. */
export function lookEvery(every: number, look: () => Promise<void>): () => Promise<void> {
  let running = look();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = running.then(look).finally(() => (isBusy = false));
  }, every);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
