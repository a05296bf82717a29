import type { IncomingMessage, Server } from 'node:http';

/**
 * Limits on how slowly a client may send (slow loris, CWE-400). Node has one
 * `requestTimeout` for all requests, but an import may take minutes: so a body
 * must make progress within `idle`, and be whole within `total` unless `isLong(path)`.
 */
export function limitRequestTime(
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

/** Nothing arrives while what came before lies unread: then it is the server that is slow. */
function isWaitingForUs(request: IncomingMessage): boolean {
  return request.readableLength > 0 || request.isPaused();
}
