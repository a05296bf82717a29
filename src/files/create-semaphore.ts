/** Who wants to pass. `owner`: whom the work is for; a waiting caller whose `signal` is aborted leaves. */
type Entrant = { owner?: string; signal?: AbortSignal };

/**
 * Creates a gate that lets `most` callers through at once. The others wait, and pass one owner after the other, those of
 * an owner in order. Each caller gets a function that it calls when it has finished.
 */
export function createSemaphore(most: number): (entrant?: Entrant) => Promise<() => void> {
  /** By owner, in the order of their turns. */
  const queues = new Map<string, (() => void)[]>();
  let free = most;
  const leave = (): void => {
    const [next] = queues;
    if (!next) {
      free++;
      return;
    }
    const [owner, queue] = next;
    queues.delete(owner);
    const [pass, ...others] = queue;
    if (others.length > 0) queues.set(owner, others);
    pass?.();
  };
  const wait = (owner: string) =>
    new Promise<void>((resolve) => queues.set(owner, [...(queues.get(owner) ?? []), resolve]));
  return async ({ owner = '', signal } = {}) => {
    signal?.throwIfAborted();
    let isOut = false;
    const leaveOnce = (): void => {
      if (!isOut) leave();
      isOut = true;
    };
    if (free > 0) free--;
    else await waitUnlessAborted(wait(owner), leaveOnce, signal);
    return leaveOnce;
  };
}

/** An aborted caller keeps its place in the queue, and passes the turn on when it comes. */
async function waitUnlessAborted(
  turn: Promise<void>,
  leave: () => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!signal) return await turn;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    void turn.then(leave);
    reject(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([turn, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
