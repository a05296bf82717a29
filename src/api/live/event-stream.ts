/** An event as it is sent: its name, its data, and the `id` after which a client can resume. */
type SentEvent = { event: string; data: unknown; id?: string };

export type EventStream = {
  body: ReadableStream<Uint8Array>;
  /** Returns false if the client does not read: it is disconnected, and reconnects for the rest. */
  send(events: readonly SentEvent[]): boolean;
  ping(): void;
  end(): void;
};

/** The most events that wait for a slow client. */
const MOST_WAITING = 100;

/** Server-sent events (WHATWG HTML, 9.2) to one client; `onEnd` is called once, whichever side ends it. */
export function createEventStream(retry: number, onEnd: () => void): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const finish = (): void => {
    if (!controller) return;
    controller = undefined;
    onEnd();
  };
  const write = (bytes: Uint8Array): void => controller?.enqueue(bytes);
  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
        write(encoder.encode(`retry: ${retry}\n\n`));
      },
      cancel: finish,
    },
    { highWaterMark: MOST_WAITING },
  );
  const stream: EventStream = {
    body,
    send(events) {
      for (const each of events) {
        if ((controller?.desiredSize ?? 0) <= 0) {
          stream.end();
          return false;
        }
        write(toBytes(each));
      }
      return true;
    },
    ping() {
      if ((controller?.desiredSize ?? 0) > 0) write(ping);
      else stream.end();
    },
    end() {
      const open = controller;
      finish();
      open?.close();
    },
  };
  return stream;
}

const encoder = new TextEncoder();
const ping = encoder.encode(': ping\n\n');

/** An event for many clients is encoded once. */
const bytesOf = new WeakMap<SentEvent, Uint8Array>();

function toBytes(event: SentEvent): Uint8Array {
  const cachedBytes = bytesOf.get(event);
  if (cachedBytes) return cachedBytes;
  const bytes = encoder.encode(toText(event));
  bytesOf.set(event, bytes);
  return bytes;
}

function toText({ event, data, id }: SentEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
