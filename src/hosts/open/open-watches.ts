import { followWatches } from '../../services/threads/follow-watches.ts';
import { openRepeater } from '../../store/connection/open-repeater.ts';
import type { Log } from '../../store/log-fields.ts';
import { hasWatches, WATCHES_CHANNEL } from '../../store/system/threads/watches.ts';
import type { Installation } from '../installation.ts';
import { wakeOnChanges } from './wake-on-changes.ts';

/** The seconds between two looks without a notice. */
const LOOK = 30;

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
  const repeater = await openRepeater(database, WATCHES_CHANNEL, follow, {
    pause: LOOK,
    onFailure: (err) => log.error({ err }, 'What people watch cannot be read'),
  });
  const stopWaking = await wakeOnChanges(database, {
    isNeeded: () => hasAny,
    wake: () => repeater.wake(),
    together: 500,
  });
  return async () => {
    await stopWaking();
    await repeater.close();
  };

  async function follow(): Promise<number> {
    hasAny = await hasWatches(database);
    if (hasAny) await followWatches({ database, descriptor: live.current() });
    return LOOK;
  }
}
