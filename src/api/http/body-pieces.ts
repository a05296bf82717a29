import type { IncomingMessage } from 'node:http';

// A server that has the body as a stream of Node needs no web stream, whose pieces cost several times as much.
const INCOMING = Symbol('incoming');
type FromNode = Request & { [INCOMING]?: IncomingMessage };

/** Tells where the body of a request comes from. */
export function noteIncoming(request: FromNode, message: IncomingMessage): void {
  request[INCOMING] = message;
}

/**
 * The pieces of a body that may be large. Who stops reading leaves the rest unread; the answer can still be sent. A cut
 * line is an error.
 */
export function bodyPiecesOf(request: FromNode): AsyncIterable<Uint8Array> {
  const message = request[INCOMING];
  if (message) return message.iterator({ destroyOnReturn: false });
  return (request.body as AsyncIterable<Uint8Array> | null) ?? nothing();
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
