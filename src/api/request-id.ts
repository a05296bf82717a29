import { randomUUID } from 'node:crypto';

/** The id a proxy gave the request, if it is harmless in a log; else a new one. */
export function toRequestId(request: Request): string {
  const given = request.headers.get('X-Request-Id');
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}
