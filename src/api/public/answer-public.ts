import { createHash } from 'node:crypto';
import { answerEmpty, answerJson } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import type { Body } from '../http/compress.ts';
import { isKnown } from '../records/etag.ts';

/** How long anybody on the way may keep it. */
const CACHE = 'public, max-age=60';

/** An answer for everybody, which caches may keep; its tag is that of its text. */
export function answerPublic(
  call: Call,
  body: Body,
  headers: Readonly<Record<string, string>>,
): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const all = { ...headers, ETag: etag, 'Cache-Control': CACHE };
  return isKnown(call.request.headers.get('If-None-Match'), etag)
    ? answerEmpty(call, 304, all)
    : answerJson(call, 200, body, all);
}
