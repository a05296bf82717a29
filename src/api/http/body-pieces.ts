import type { IncomingMessage } from 'node:http';

// A server that has the body as a stream of Node needs no web stream, whose pieces cost several times as much.
const incoming = new WeakMap<Request, IncomingMessage>();

/** Tells where the body of a request comes from. */
export function noteIncoming(request: Request, message: IncomingMessage): void {
  incoming.set(request, message);
}

/**
 * The pieces of a body that may be large. Who stops reading leaves the rest unread; the answer can still be sent. A cut
 * line is an error.
 */
export function bodyPiecesOf(request: Request): AsyncIterable<Uint8Array> {
  const message = incoming.get(request);
  if (message) return message.iterator({ destroyOnReturn: false });
  return (request.body as AsyncIterable<Uint8Array> | null) ?? nothing();
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
