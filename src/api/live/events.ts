import { SESSION_CHANNEL } from '../../store/connection/changes.ts';
import { PROGRESS_CHANNEL, type WorkProgress } from '../../store/system/jobs/run-states.ts';
import { type ThreadNews, THREADS_CHANNEL } from '../../store/system/threads/threads.ts';
import type { ApiServices } from '../api-services.ts';
import type { Authenticator } from '../accounts/authenticator.ts';
import { listen } from '../http/listen.ts';
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
  const listeners = new Set<Listener>();
  const feed = openChangeFeed(services);
  const presence = openPresenceFeed(services, listeners);
  const each = (act: (listener: Listener) => void): void => [...listeners].forEach(act);
  const heartbeat = setInterval(() => each((one) => one.ping()), HEARTBEAT).unref();
  const stopListening = [
    listen(services, SESSION_CHANNEL, 'ended sessions', (userId) =>
      each((one) => {
        // After a lost connection no user is named, so every listener is checked.
        if (userId === '' || one.userId === userId) one.check();
      }),
    ),
    listen(services, PROGRESS_CHANNEL, 'job progress', (payload) => {
      if (payload === '') return;
      const progress = JSON.parse(payload) as WorkProgress;
      each((one) => one.tellProgress(progress));
    }),
    listen(services, THREADS_CHANNEL, 'threads', (payload) => {
      // After a lost connection nobody knows what was said.
      if (payload === '') return each((one) => one.tellMissed());
      const news = JSON.parse(payload) as Pick<ThreadNews, 'people'> | ThreadNews;
      each((one) => one.tellInbox(news.people));
      if ('thread' in news) each((one) => one.tellThread(news));
    }),
  ];
  const stopNews = services.news?.subscribe(() => each((one) => one.tellNews()));

  return {
    /** Announces that a request wrote something. */
    announce: feed.announce,
    /** The number of open streams. */
    count: () => listeners.size,

    /** Opens a stream; returns undefined if the user already has the maximum. */
    async open(listening: Asked): Promise<Listener | undefined> {
      const { lastEventId } = listening;
      if ([...listeners].filter((one) => sharesLimit(one, listening)).length >= MOST_PER_USER)
        return undefined;
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
      await Promise.all(stopListening.map((stop) => stop()));
      await feed.close();
    },
  };
}

/** A program does not use up the streams of a person, nor does a view of the app as another. */
function sharesLimit(one: Listener, { user, key, viewer, sessionId }: Asked): boolean {
  return key || viewer ? one.sessionId === sessionId : one.userId === user._id && !one.isApart;
}
