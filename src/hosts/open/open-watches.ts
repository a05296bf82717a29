import { followWatches } from '../../services/threads/follow-watches.ts';
import { CHANGES_CHANNEL } from '../../store/connection/changes.ts';
import { openRepeater } from '../../store/connection/open-repeater.ts';
import type { Log } from '../../store/log-fields.ts';
import { hasWatches, WATCHES_CHANNEL } from '../../store/system/threads/watches.ts';
import type { Installation } from '../installation.ts';

/** The seconds between two looks without a notice. */
const LOOK = 30;
/** Milliseconds to wait after a notice of a change, so that changes in a row become one entry. */
const TOGETHER = 500;

/**
 * Tells people what they watch. Every server looks, and one at a time works. Returns a function that stops it after the
 * current round.
 */
export async function openWatches(
  { live, database }: Pick<Installation, 'live' | 'database'>,
  log: Log,
): Promise<() => Promise<void>> {
  /** Known from the last round, so that without watches a change costs nothing. */
  let hasAny = true;
  let timer: NodeJS.Timeout | undefined;
  const repeater = await openRepeater(database, WATCHES_CHANNEL, follow, {
    pause: LOOK,
    onFailure: (err) => log.error({ err }, 'What people watch cannot be read'),
  });
  const stopListening = await database.listen(CHANGES_CHANNEL, () => {
    if (!hasAny) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      repeater.wake();
    }, TOGETHER);
  });
  return async () => {
    clearTimeout(timer);
    await stopListening();
    await repeater.close();
  };

  async function follow(): Promise<number> {
    hasAny = await hasWatches(database);
    if (hasAny) await followWatches({ database, descriptor: live.current() });
    return LOOK;
  }
}
