import { requireItem } from '../fields/require-entry.ts';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { noteIncoming } from '../api/http/body-pieces.ts';
import { bodyChunksOf, type BodyChunks } from '../api/http/answer/answer-chunks.ts';
import { wholeAnswerOf, type WholeAnswer } from '../api/http/answer/compress.ts';
import type { Peer } from '../api/api-services.ts';
import { problemResponse } from '../api/http/answer/problem-response.ts';
import { refuseAs, refuse } from '../services/refusal.ts';
import { continueWhenRead, createBodyLeaver } from './leave-body.ts';
import { shareConnections, type ConnectionLimits, type Connections } from './share-connections.ts';
import { problem, type Problem } from '../fields/problems/problem.ts';
import { borrowMemory, returnMemory } from '../store/memory/free-memory.ts';

/** How long a client may take, in milliseconds. */
type Patience = {
  /** Until the headers are complete. */
  headers: number;
  /** Without receiving anything of a body. */
  idle: number;
  /** For a whole body, except for files. */
  total: number;
  /** Without the client taking anything of a response. */
  unread: number;
};

const usual: Patience = { headers: 10_000, idle: 30_000, total: 60_000, unread: 30_000 };

/** Creates a server with the limits that a public one needs (CWE-400). It does not listen yet. */
export function createHttpServer(
  fetch: (request: Request, peer: Peer) => Promise<Response>,
  patience = usual,
  limits: ConnectionLimits = { most: 4_000 },
): Server & { connections: Connections } {
  const leaveBody = createBodyLeaver();
  const server = createAdaptorServer({
    fetch: async (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings;
      const { socket } = incoming;
      const refusal = refuseRaw(incoming) ?? refuseOnTrial(incoming, connections);
      if (refusal) {
        outgoing.shouldKeepAlive = false;
        leaveBody(incoming, outgoing);
        return refusal;
      }
      noteIncoming(request, incoming);
      const response = await fetch(request, {
        address: socket.remoteAddress,
        noteUser: () => connections.keep(socket),
      });
      leaveBody(incoming, outgoing);
      const pieces = bodyChunksOf(response);
      const whole = wholeAnswerOf(response);
      if (pieces) await writePieces(response, pieces, outgoing, patience.unread);
      else if (whole) writeWhole(whole, outgoing, patience.unread);
      else return response;
      return RESPONSE_ALREADY_SENT;
    },
    serverOptions: {
      maxHeaderSize: 16_384,
      // How often Node checks the time for the headers.
      connectionsCheckingInterval: Math.min(patience.headers, 5_000),
    },
  }) as Server;
  continueWhenRead(server);
  server.headersTimeout = patience.headers;
  // Longer than the 60 s of common proxies, which would otherwise use a connection that has just closed.
  server.keepAliveTimeout = 65_000;
  server.maxRequestsPerSocket = 1_000;
  const connections = shareConnections(server, limits);
  limitRequestTime(server, {
    ...patience,
    isLong: (path) =>
      /^\/api\/([\w/-]+\/(import|jobs)|files|files\/uploads\/[\w-]+)(\?|$)/.test(path),
  });
  return Object.assign(server, { connections });
}

/** Over the connection limit, serves only health checks and requests that claim to be signed in. */
function refuseOnTrial({ url = '', socket, headers }: IncomingMessage, connections: Connections) {
  const isWanted = /^\/(healthz|readyz)(\?|$)/.test(url) || headers.authorization !== undefined;
  if (isWanted || !connections.isOnTrial(socket)) return undefined;
  const busy = refuseAs('S005', { headers: { 'Retry-After': '5' } });
  return problemResponse(busy, randomUUID());
}

/** Accepts no more requests, and waits up to `patience` milliseconds for the current ones. */
export async function closeHttpServer(server: Server, patience = 6_500): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearTimeout(timer);
}

/**
 * Refuses requests whose raw form is lost later: two `Host` headers (RFC 9112, 3.2), and `.` or `..` in a
 * path. The routes see a path with these resolved, so a request could bypass a prefix rule of a proxy in
 * front of us.
 */
function refuseRaw({ url = '', rawHeaders }: IncomingMessage): Response | undefined {
  const reason = findRaw(url, rawHeaders);
  return reason && problemResponse(refuse(reason, { status: 400 }), randomUUID());
}

function findRaw(url: string, rawHeaders: readonly string[]): Problem | undefined {
  if (countHosts(rawHeaders) > 1) return problem('Q004', 'Host', { expected: 'oneValue' });
  // Most addresses have no dot, and each step costs every request.
  if (!/\.|%2e/i.test(url)) return undefined;
  const path = requireItem(url.split(/[?#]/, 1), 0);
  const hasDots = /(^|[/\\]|%2f|%5c)(\.|%2e){1,2}([/\\]|%2f|%5c|$)/i.test(path);
  return hasDots ? problem('Q013', '') : undefined;
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (/^host$/i.test(rawHeaders[at] ?? '')) count += 1;
  return count;
}

/**
 * Sends a complete response from reusable memory, because for a long text Node would first reserve three
 * times its length. Disconnects a client that takes nothing for `patience` milliseconds.
 */
function writeWhole(
  { body, status, headers }: WholeAnswer,
  outgoing: ServerResponse,
  patience: number,
): void {
  outgoing.writeHead(status, headers);
  const bytes = typeof body === 'string' ? toBytes(body) : body;
  // Never called if the client leaves before everything is sent; then this memory is not reused.
  outgoing.end(bytes, () => returnMemory(bytes));
  // Clients take most responses immediately, and a timer for each would cost more than sending it.
  if (outgoing.writableLength > 0) outgoing.setTimeout(patience, () => outgoing.destroy());
}

function toBytes(text: string): Uint8Array {
  const memory = borrowMemory(Buffer.byteLength(text));
  return memory.subarray(0, memory.write(text));
}

/**
 * Limits how slowly a client may send (slow loris, CWE-400). Node has one `requestTimeout` for all
 * requests, but an import may take minutes. So a body must make progress within `idle`, and be complete
 * within `total` unless `isLong(path)`.
 */
function limitRequestTime(
  server: Server,
  { idle, total, isLong }: { idle: number; total: number; isLong(path: string): boolean },
): void {
  server.requestTimeout = 0;
  server.on('request', (request) => {
    const { headers } = request;
    if (!headers['content-length'] && !headers['transfer-encoding']) return;
    const started = Date.now();
    let received = request.socket.bytesRead;
    const timer = setInterval(() => {
      const slow = received === request.socket.bytesRead && !isWaitingForUs(request);
      const late = Date.now() - started >= total && !isLong(request.url ?? '');
      if (request.complete) clearInterval(timer);
      else if (slow || late) request.socket.destroy();
      received = request.socket.bytesRead;
    }, idle);
    timer.unref();
    request.once('close', () => clearInterval(timer));
  });
}

/** Nothing arrives while earlier data is unread: in that case the server is the slow side. */
function isWaitingForUs(request: IncomingMessage): boolean {
  return request.readableLength > 0 || request.isPaused();
}

/**
 * Sends a streamed response. It requests the next piece when the last has left this process, so that its
 * memory can be reused. An error cuts the connection, so that nobody takes half a file for a whole one.
 * Disconnects a client that takes nothing for `patience` milliseconds.
 */
async function writePieces(
  response: Response,
  pieces: BodyChunks,
  outgoing: ServerResponse,
  patience: number,
): Promise<void> {
  let isWriting = false;
  outgoing.setTimeout(patience, () => {
    // The source may not have its next piece yet.
    if (!isWriting) return;
    pieces.noteUnread();
    outgoing.destroy();
  });
  let goOn = (): void => {};
  // When the client disconnects, the callback of a write is never called.
  outgoing.once('close', () => goOn());
  const write = (piece: string | Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      goOn = resolve;
      outgoing.write(piece, () => resolve());
    });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  try {
    for await (const piece of pieces) {
      isWriting = true;
      if (!outgoing.destroyed) await write(piece);
      isWriting = false;
      if (outgoing.destroyed) return;
    }
    outgoing.end();
  } catch {
    // Logged where it was thrown.
    outgoing.destroy();
  }
}
