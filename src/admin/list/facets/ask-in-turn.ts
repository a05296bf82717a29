/** A browser has six lines to a server: the list must never wait for what is counted beside it. */
const AT_ONCE = 2;

/** While others write, the same is counted anew at most so often. */
const PAUSE = 5_000;

let running = 0;
const waiting: (() => void)[] = [];
const answered = new Map<string, number>();

/** Asks when there is room, and the same question not too often. */
export async function askInTurn<Answer>(
  question: string,
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  await pause((answered.get(question) ?? -PAUSE) + PAUSE - performance.now(), signal);
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    signal.throwIfAborted();
    const answer = await ask();
    answered.set(question, performance.now());
    return answer;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Somebody asks again himself, and waits for it. */
export function forgetTurn(question: string): void {
  answered.delete(question);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
