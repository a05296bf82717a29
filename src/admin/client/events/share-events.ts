import { readSession } from '../account/session.ts';
import { readView } from '../account/view-as.ts';
import { emitServerEvent, type ServerEvent } from './server-events.ts';
import { sleep, fetchResponse } from '../http.ts';
import { createParser } from 'eventsource-parser';

const NAME = 'backoffice-events';

/** Tabs that show the app as somebody else get other events. */
const channelName = (): string => NAME + (readView()?.token.slice(-20) ?? '');

const MAX_PAUSE_MS = 30_000;
/** Milliseconds over which browsers spread their new connections when a server stops. */
const RECONNECT_SPREAD_MS = 200;

type Message = { told: ServerEvent } | { hello: true };

/**
 * Receives events from the server until the signal aborts. All tabs of the browser
 * share one stream, because HTTP/1.1 allows six connections in all. The tab that holds the
 * lock reads the stream and forwards the events; when it closes, another tab takes over.
 */
export function shareEvents(signal: AbortSignal): void {
  const channel = new BroadcastChannel(channelName());
  /** The latest events that a new tab must know too, by name. Only the tab that reads the stream has them. */
  const latest = new Map<string, ServerEvent>();
  /** Whether another tab has read the stream before this one. */
  let isFollowing = false;
  const post = (message: Message): void => channel.postMessage(message);
  const broadcast = (event: ServerEvent): void => {
    if (event.event === 'ready' || event.event === 'config.problems')
      latest.set(event.event, event);
    if (event.event === 'lost') latest.delete('ready');
    const ready = latest.get('ready');
    if (event.event === 'config.changed' && ready?.event === 'ready')
      latest.set('ready', { event: 'ready', data: { ...ready.data, ...event.data } });
    post({ told: event });
    emitServerEvent(event);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('told' in data) {
      isFollowing = true;
      emitServerEvent(data.told);
    } else for (const event of latest.values()) post({ told: event });
  });
  signal.addEventListener('abort', () => channel.close());
  post({ hello: true });
  alone(() => readUntilAborted(broadcast, { signal, isFollowing }), signal).catch(() => undefined);
}

/** Runs in one tab at a time. Over plain HTTP there are no locks, so each tab reads for itself. */
function alone(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  return locks === undefined ? work() : locks.request(channelName(), { signal }, work);
}

async function readUntilAborted(
  tell: (event: ServerEvent) => void,
  { signal, isFollowing }: { signal: AbortSignal; isFollowing: boolean },
): Promise<void> {
  let lastEventId: string | undefined;
  let failures = 0;
  if (isFollowing) tell(lost);
  while (!signal.aborted && readSession() !== undefined) {
    let wasHeard = false;
    try {
      await readEvents({
        lastEventId,
        signal,
        heard(event, id) {
          // What the page shows is from before the stream broke, and it has no event to go on from.
          const mayBeOld = lastEventId === undefined && (failures > 0 || isFollowing);
          failures = 0;
          wasHeard = true;
          lastEventId = id ?? lastEventId;
          tell(event);
          if (mayBeOld) tell({ event: 'resync', data: {} });
        },
      });
      tell(lost);
      // The server ended the stream, as it does when a session ends. Connecting again at once shows that.
      if (wasHeard) {
        await sleep(Math.random() * RECONNECT_SPREAD_MS);
        continue;
      }
    } catch {
      // The server is down or restarting. After reconnecting it sends the missed events.
      failures += 1;
      tell(lost);
    }
    await pause(failures);
  }
}

const lost: ServerEvent = { event: 'lost', data: {} };

/** Waits for a random time, so that browsers do not all return at once, and longer with each failure. */
function pause(failures: number): Promise<void> {
  const most = Math.min(MAX_PAUSE_MS, 1_000 * 2 ** failures);
  return sleep(most * (0.5 + Math.random() / 2));
}

/** Milliseconds. The server sends something every 20 seconds, so a longer silence means that the connection is lost. */
const SILENCE_TIMEOUT_MS = 50_000;

type Reading = {
  /** The last event of an earlier reading. */
  lastEventId: string | undefined;
  signal: AbortSignal;
  heard: (event: ServerEvent, id: string | undefined) => void;
};

/** Reads one stream of events until it ends or throws. It uses `fetch`, because `EventSource` cannot send the token. */
async function readEvents({ lastEventId, signal, heard }: Reading): Promise<void> {
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  const headers = {
    Accept: 'text/event-stream',
    ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
  };
  const response = await fetchResponse('/api/sse/', { headers, signal: either, cache: 'no-store' });
  if (response.body === null) return;
  const parser = createParser({
    onEvent: ({ event, data, id }) =>
      // A newer server may send events this page does not know; listeners check the name.
      heard({ event, data: JSON.parse(data) as unknown } as ServerEvent, id),
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let timer: number | undefined;
  try {
    for (;;) {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => silence.abort(), SILENCE_TIMEOUT_MS);
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    }
  } finally {
    window.clearTimeout(timer);
  }
}
