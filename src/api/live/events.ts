import { SESSION_CHANNEL } from '../../store/system/accounts/sessions.ts';
import { PROGRESS_CHANNEL, type WorkProgress } from '../../store/system/jobs/run-states.ts';
import type { ApiServices } from '../api-services.ts';
import type { Authenticator } from '../accounts/authenticator.ts';
import { openChangeFeed } from './change-feed.ts';
import { createListener, type Listener, type ListenerServices } from './listener.ts';
import { openPresenceFeed } from './presence-feed.ts';

/** Proxies and clients consider a silent connection dead. */
const HEARTBEAT = 20_000;
/** Each browser has one; a program with more forgets to close them. */
const MOST_PER_USER = 5;

export type Events = ReturnType<typeof openEvents>;

type Asked = Omit<ListenerServices, 'services' | 'authenticator' | 'onEnd'>;

/** The event streams of this server: who listens, and who gets which events. */
export function openEvents(services: ApiServices, authenticator: Authenticator) {
  const { database, log, news } = services;
  const listeners = new Set<Listener>();
  const feed = openChangeFeed(services);
  const presence = openPresenceFeed(services, listeners);
  const each = (act: (listener: Listener) => void): void => [...listeners].forEach(act);
  const heartbeat = setInterval(() => each((one) => one.ping()), HEARTBEAT).unref();
  const hearing = database.listen(SESSION_CHANNEL, (userId) =>
    each((one) => {
      // After a lost connection no user is named, so every listener is checked.
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
    /** Announces that a request wrote something. */
    announce: feed.announce,
    /** The number of open streams. */
    count: () => listeners.size,

    /** Opens a stream; returns undefined if the user already has the maximum. */
    async open(listening: Asked): Promise<Listener | undefined> {
      const { user, lastEventId, key, sessionId } = listening;
      // A program does not use up the streams of a person.
      const own = [...listeners].filter((one) =>
        key ? one.sessionId === sessionId : one.userId === user._id && !one.isKey,
      );
      if (own.length >= MOST_PER_USER) return undefined;
      let stop = (): void => {};
      const listener = createListener({
        ...listening,
        services,
        authenticator,
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
        // The feed has started, so reading older changes misses nothing.
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
