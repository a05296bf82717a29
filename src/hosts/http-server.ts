import type { Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { piecesOf } from '../api/answer-flow.ts';
import { wholeOf } from '../api/compress.ts';
import type { Peer } from '../api/api-parts.ts';
import { limitRequestTime } from './request-deadline.ts';
import { writePieces } from './write-pieces.ts';
import { writeWhole } from './write-whole.ts';

/** How long a client may take, in milliseconds. */
export type Patience = {
  /** For the headers. */
  headers: number;
  /** Without sending anything of a body. */
  idle: number;
  /** For a body as a whole, but for an import. */
  total: number;
};

const usual: Patience = { headers: 10_000, idle: 30_000, total: 60_000 };

/** A server with the limits a public one needs (CWE-400); it listens to nothing yet. */
export function createHttpServer(
  fetch: (request: Request, peer: Peer) => Promise<Response>,
  patience = usual,
): Server {
  const server = createAdaptorServer({
    fetch: async (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings;
      const response = await fetch(request, { address: incoming.socket.remoteAddress });
      const pieces = piecesOf(response);
      const whole = wholeOf(response);
      if (pieces) await writePieces(response, pieces, outgoing);
      else if (whole) writeWhole(whole, outgoing);
      else return response;
      return RESPONSE_ALREADY_SENT;
    },
    serverOptions: {
      maxHeaderSize: 16_384,
      // How often the time for the headers is looked at.
      connectionsCheckingInterval: Math.min(patience.headers, 5_000),
    },
  }) as Server;
  server.headersTimeout = patience.headers;
  // Longer than the 60 s of the usual proxies, which else meet a connection that just closed.
  server.keepAliveTimeout = 65_000;
  server.maxRequestsPerSocket = 1_000;
  server.maxConnections = 4_000;
  limitRequestTime(server, {
    ...patience,
    isLong: (path) => /^\/api\/\w+\/import(\?|$)/.test(path),
  });
  return server;
}

/** Takes no more requests, and waits for those being answered, but for no longer than `patience`. */
export async function closeHttpServer(server: Server, patience = 10_000): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearTimeout(timer);
}
