import { CHANGES_CHANNEL } from '../../store/connection/changes.ts';
import type { Database } from '../../store/connection/database.ts';

type Waking = {
  /** Where it is false, a change costs nothing. */
  isNeeded: () => boolean;
  wake: () => void;
  /** Milliseconds to wait after a change, so that changes in a row are one piece of work. */
  together: number;
};

/** Wakes work when records have changed. Returns a function that stops it. */
export async function wakeOnChanges(
  database: Pick<Database, 'listen'>,
  { isNeeded, wake, together }: Waking,
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined;
  const stopListening = await database.listen(CHANGES_CHANNEL, () => {
    if (!isNeeded()) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      wake();
    }, together);
  });
  return async () => {
    clearTimeout(timer);
    await stopListening();
  };
}
