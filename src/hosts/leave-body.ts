import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The limits for bodies that nobody has read to their end. */
export type UnreadBodies = {
  /** Bytes of a body that is read all the same, so that the connection stays open. */
  little: number;
  /** How long a client has to receive its answer before the connection is cut, in milliseconds. */
  linger: number;
  /** Connections that wait for that at the same time. One more cuts the oldest. */
  most: number;
};

const usual: UnreadBodies = { little: 256_000, linger: 2_000, most: 200 };

/**
 * Creates the function that prepares the answer to a request whose body nobody has read to its end, such as a large
 * file without a token. It is called before the head of the answer is written.
 *
 * Reading what was refused would cost as much as what was not. So the server reads no more, sends its answer with
 * `Connection: close`, and ends its half of the connection. It closes the other half later (RFC 9112, 9.6): closing at
 * once would reset the connection, and the client could lose the answer.
 */
export function createBodyLeaver({ little, linger, most }: UnreadBodies = usual) {
  const lingering = new Set<Socket>();

  function closeLater(socket: Socket): void {
    if (lingering.has(socket) || socket.destroyed) return;
    lingering.add(socket);
    const timer = setTimeout(() => socket.destroy(), linger).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      lingering.delete(socket);
    });
    socket.end();
    const [oldest] = lingering;
    if (lingering.size > most) oldest?.destroy();
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (incoming.complete || sizeOf(incoming) <= little) return;
    const { socket } = incoming;
    outgoing.shouldKeepAlive = false;
    // After an answer, Node and Hono read on to use the connection again: Node if nobody has read anything, Hono always.
    if (!incoming.readableDidRead) incoming.read();
    incoming.on('resume', () => incoming.pause());
    // Node calls this when the last answer of a connection has been sent.
    socket.destroySoon = () => closeLater(socket);
  };
}

/**
 * Tells a client that asks (`Expect: 100-continue`, as `curl` does for large bodies) to send its body only when somebody
 * reads it. So a client whose request is refused sends none.
 */
export function continueWhenRead(server: Server): void {
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const goOn = (event: string | symbol): void => {
      if (event !== 'data' && event !== 'readable') return;
      incoming.off('newListener', goOn);
      if (!outgoing.headersSent) outgoing.writeContinue();
    };
    incoming.on('newListener', goOn);
    server.emit('request', incoming, outgoing);
  });
}

/** The bytes of the body of a request. Nobody knows how many parts will come. */
function sizeOf({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0);
}
