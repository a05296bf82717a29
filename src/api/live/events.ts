import { SESSION_CHANNEL } from '../../store/system/accounts/sessions.ts';
import { PROGRESS_CHANNEL, type WorkProgress } from '../../store/system/jobs/run-states.ts';
import type { ApiParts } from '../api-parts.ts';
import type { WhoIs } from '../accounts/who-is.ts';
import { openChangeFeed } from './change-feed.ts';
import { createListener, type Listener, type Listening } from './listener.ts';
import { openPresenceFeed } from './presence-feed.ts';

/** Proxies and clients take a connection on which nothing comes for dead. */
const HEARTBEAT = 20_000;
/** Browsers have one each; more are a program that forgets to close. */
const MOST_PER_USER = 5;

export type Events = ReturnType<typeof openEvents>;

type Asked = Omit<Listening, 'parts' | 'whoIs' | 'onEnd'>;

/** The streams of events of this server: who listens, and what is told to whom. */
export function openEvents(parts: ApiParts, whoIs: WhoIs) {
  const { database, log, news } = parts;
  const listeners = new Set<Listener>();
  const feed = openChangeFeed(parts);
  const presence = openPresenceFeed(parts, listeners);
  const each = (act: (listener: Listener) => void): void => [...listeners].forEach(act);
  const heartbeat = setInterval(() => each((one) => one.ping()), HEARTBEAT).unref();
  const hearing = database.listen(SESSION_CHANNEL, (userId) =>
    each((one) => {
      // After a lost connection nobody is named, and everybody is looked at.
      if (userId === '' || one.userId === userId) one.check();
    }),
  );
  hearing.catch((err: unknown) => log.warn({ err }, 'cannot listen for ended sessions'));
  const working = database.listen(PROGRESS_CHANNEL, (payload) => {
    if (payload === '') return;
    const progress = JSON.parse(payload) as WorkProgress;
    each((one) => one.tellProgress(progress));
  });
  working.catch((err: unknown) => log.warn({ err }, 'cannot listen for job progress'));
  const stopNews = news?.subscribe(() => each((one) => one.tellNews()));

  return {
    /** Something was written by a request. */
    announce: feed.announce,
    /** How many streams are open. */
    count: () => listeners.size,

    /** A stream for somebody; undefined when they have as many as they may. */
    async open(listening: Asked): Promise<Listener | undefined> {
      const { user, lastEventId } = listening;
      const own = [...listeners].filter(({ userId }) => userId === user._id);
      if (own.length >= MOST_PER_USER) return undefined;
      let stop = (): void => {};
      const listener = createListener({
        ...listening,
        parts,
        whoIs,
        onEnd: () => {
          listeners.delete(listener);
          presence.ended(listener.sessionId);
          stop();
        },
      });
      listeners.add(listener);
      try {
        const started = await feed.start(listener.tellChanges);
        ({ stop } = started);
        // From here on nothing is missed, so what was before can be read in peace.
        const missed = lastEventId === undefined ? undefined : await feed.readFrom(lastEventId);
        listener.begin(missed ?? { changes: [], isCut: false, until: started.since });
      } catch (error) {
        listener.end();
        throw error;
      }
      return listener;
    },

    async close(): Promise<void> {
      clearInterval(heartbeat);
      stopNews?.();
      await presence.close();
      each((one) => one.end());
      const stopHearing = await hearing.catch(() => undefined);
      await stopHearing?.();
      const stopWorking = await working.catch(() => undefined);
      await stopWorking?.();
      await feed.close();
    },
  };
}
