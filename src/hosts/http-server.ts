import type { Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { Peer } from '../api/api-parts.ts';
import { limitRequestTime } from './request-deadline.ts';

/** A server with the limits a public one needs (CWE-400); it listens to nothing yet. */
export function createHttpServer(
  fetch: (request: Request, peer: Peer) => Promise<Response>,
): Server {
  const server = createAdaptorServer({
    fetch: (request, bindings) =>
      fetch(request, { address: (bindings as HttpBindings).incoming.socket.remoteAddress }),
    serverOptions: { maxHeaderSize: 16_384 },
  }) as Server;
  server.headersTimeout = 10_000;
  // Longer than the 60 s of the usual proxies, which else meet a connection that just closed.
  server.keepAliveTimeout = 65_000;
  server.maxRequestsPerSocket = 1_000;
  server.maxConnections = 4_000;
  limitRequestTime(server, {
    idle: 30_000,
    total: 60_000,
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
