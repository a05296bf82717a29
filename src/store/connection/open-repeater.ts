import type { Database } from './database.ts';

export type Repeater = {
  /** Repeats the work now, or as soon as the current round has ended. */
  wake(): void;
  /** Ends it after the current round. */
  close(): Promise<void>;
};

/**
 * Repeats a round of work: now, at every notice on a channel, and after the seconds that a round returns. A round that
 * fails is reported, and repeated after `pause` seconds. Rounds never overlap.
 */
export async function openRepeater(
  database: Pick<Database, 'listen'>,
  channel: string,
  round: () => Promise<number>,
  { pause, onFailure }: { pause: number; onFailure: (error: unknown) => void },
): Promise<Repeater> {
  let isClosed = false;
  let isAwake = false;
  let endSleep: () => void = () => undefined;
  const wake = (): void => {
    isAwake = true;
    endSleep();
  };
  const stopListening = await database.listen(channel, wake);
  const ended = repeat();
  return {
    wake,
    close: async () => {
      isClosed = true;
      wake();
      await ended;
      await stopListening();
    },
  };

  async function repeat(): Promise<void> {
    while (!isClosed) {
      isAwake = false;
      await sleep(await round().catch(report));
    }
  }

  function report(error: unknown): number {
    onFailure(error);
    return pause;
  }

  function sleep(seconds: number): Promise<void> {
    if (isAwake || isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1_000);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
