import { createParser } from 'eventsource-parser';
import { open } from '../http.ts';
import type { ServerEvent } from './server-events.ts';

/** The server sends something every 20 seconds; after this the line is dead, whatever the system thinks. */
const SILENCE = 50_000;

type Reading = {
  /** Where an earlier reading ended. */
  lastEventId: string | undefined;
  signal: AbortSignal;
  heard: (event: ServerEvent, id: string | undefined) => void;
};

/** Reads one stream of events until it ends, or throws. `EventSource` cannot say who is signed in; `fetch` can. */
export async function readEvents({ lastEventId, signal, heard }: Reading): Promise<void> {
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
