import type { Refusal } from '../../../services/refusal.ts';
import type { AnswerOf } from '../../../contract/answer-of.ts';
import type { z } from 'zod';
import type { Call } from '../call.ts';
import { answerCompressed, type Body } from './compress.ts';
import { apiHeaders } from './security-headers.ts';

/** What a handler returns: a response, or a refusal. */
export type Reply = Response | Refusal;

type Headers = Readonly<Record<string, string>>;

/** A response as `src/contract` declares it. The schema is only for the compiler; nothing is checked at run time. */
export function answer<Schema extends z.ZodType>(
  call: Call,
  status: number,
  _schema: Schema,
  value: AnswerOf<Schema>,
  headers?: Headers,
): Response {
  return answerJson(call, status, JSON.stringify(value), headers);
}

/** A response with ready-made JSON, such as lists and records from the database. */
export function answerJson(call: Call, status: number, body: Body, headers?: Headers): Response {
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  return answerText(call, status, body, headers ? { ...type, ...headers } : type);
}

/** A response with a complete text; `headers` contain its type. */
export function answerText(call: Call, status: number, body: Body, headers: Headers): Response {
  return answerCompressed(body, status, {
    ...apiHeaders,
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': call.requestId,
    ...changeSetOf(call),
    ...headers,
  });
}

/** Names the change set of what the call wrote, so that it can be undone. */
function changeSetOf({ origin }: Call): Headers {
  return origin?.changeSet === undefined ? {} : { 'Change-Set': origin.changeSet };
}

export function answerEmpty(call: Call, status: 204 | 304 | 308, headers?: Headers): Response {
  return new Response(null, {
    status,
    headers: { ...apiHeaders, 'X-Request-Id': call.requestId, ...headers },
  });
}

/** A streamed response, never collected in memory and never compressed. */
export function answerStream(
  call: Call,
  body: ReadableStream,
  headers: Headers,
  status = 200,
): Response {
  return new Response(body, {
    status,
    headers: { ...apiHeaders, 'X-Request-Id': call.requestId, ...changeSetOf(call), ...headers },
  });
}
