import { readSession } from '../session.ts';
import { tellServerEvent, type ServerEvent } from './server-events.ts';
import { sleep, open } from '../http.ts';
import { createParser } from 'eventsource-parser';

const NAME = 'backoffice-events';
const LONGEST_PAUSE = 30_000;
/** Long enough that not all browsers come in the same moment when a server goes. */
const AT_ONCE = 200;

type Message = { told: ServerEvent } | { hello: true };

/**
 * Listens to the server for as long as the page lives, by one stream for all tabs of the browser:
 * HTTP/1.1 leaves it six connections in all. The tab that holds the lock reads and tells the others;
 * when it is closed, the next one goes on.
 */
export function shareEvents(signal: AbortSignal): void {
  const channel = new BroadcastChannel(NAME);
  /** By name the last of what a tab that comes later must know too; only the one that reads has it. */
  const latest = new Map<string, ServerEvent>();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, which never leaves its origin
  const post = (message: Message): void => channel.postMessage(message);
  const tellAll = (event: ServerEvent): void => {
    if (event.event === 'ready' || event.event === 'config.problems')
      latest.set(event.event, event);
    if (event.event === 'lost') latest.delete('ready');
    const ready = latest.get('ready');
    if (event.event === 'config.changed' && ready?.event === 'ready')
      latest.set('ready', { event: 'ready', data: { ...ready.data, ...event.data } });
    post({ told: event });
    tellServerEvent(event);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('told' in data) tellServerEvent(data.told);
    else for (const told of latest.values()) post({ told });
  });
  signal.addEventListener('abort', () => channel.close());
  post({ hello: true });
  alone(() => keepReading(tellAll, signal), signal).catch(() => undefined);
}

/** One tab at a time. Pages over plain HTTP have no locks; there each tab reads for itself. */
function alone(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  return locks === undefined ? work() : locks.request(NAME, { signal }, work);
}

async function keepReading(tell: (event: ServerEvent) => void, signal: AbortSignal): Promise<void> {
  let lastEventId: string | undefined;
  let failures = 0;
  while (!signal.aborted && readSession() !== undefined) {
    let wasHeard = false;
    try {
      await readEvents({
        lastEventId,
        signal,
        heard(event, id) {
          failures = 0;
          wasHeard = true;
          lastEventId = id ?? lastEventId;
          tell(event);
        },
      });
      tell(lost);
      // The server ended it, as it does when a session ends: then that is to be seen at once.
      if (wasHeard) {
        await sleep(Math.random() * AT_ONCE);
        continue;
      }
    } catch {
      // The server is away or restarts; what it would have told comes when it is back.
      failures += 1;
      tell(lost);
    }
    await pause(failures);
  }
}

const lost: ServerEvent = { event: 'lost', data: {} };

/** Not all browsers at once, and ever more seldom while the server is away. */
function pause(failures: number): Promise<void> {
  const most = Math.min(LONGEST_PAUSE, 1_000 * 2 ** failures);
  return sleep(most * (0.5 + Math.random() / 2));
}

/** The server sends something every 20 seconds; after this the line is dead, whatever the system thinks. */
const SILENCE = 50_000;

type Reading = {
  /** Where an earlier reading ended. */
  lastEventId: string | undefined;
  signal: AbortSignal;
  heard: (event: ServerEvent, id: string | undefined) => void;
};

/** Reads one stream of events until it ends, or throws. `EventSource` cannot say who is signed in; `fetch` can. */
async function readEvents({ lastEventId, signal, heard }: Reading): Promise<void> {
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  const headers = {
    Accept: 'text/event-stream',
    ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
  };
  const response = await open('/api/sse/', { headers, signal: either, cache: 'no-store' });
  if (response.body === null) return;
  const parser = createParser({
    onEvent: ({ event, data, id }) =>
      // A newer server may tell what this page does not know; listeners go by the name.
      heard({ event, data: JSON.parse(data) as unknown } as ServerEvent, id),
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let timer: number | undefined;
  try {
    for (;;) {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => silence.abort(), SILENCE);
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    }
  } finally {
    window.clearTimeout(timer);
  }
}
