import type { ProblemCode } from '../../fields/problem-codes.ts';
import type { Problem } from '../../fields/problem.ts';
import { statusOf } from './problem-status.ts';
import type { Refusal } from './refusal.ts';
import { apiHeaders } from './security-headers.ts';

/** Builds the response that every route answers with when it refuses a request (RFC 9457). */
export function problemResponse(refusal: Refusal, requestId: string): Response {
  const { refused, extra, headers } = refusal;
  const [first] = refused;
  const status = statusOf(refusal);
  const document = {
    type: `urn:backoffice:problem:${first.code}`,
    title: titles[status] ?? 'Error',
    status,
    detail: detailOf(first, refused.length),
    code: first.code,
    problems: refused,
    requestId,
    ...extra,
  };
  return new Response(JSON.stringify(document), {
    status,
    headers: {
      ...apiHeaders,
      'Content-Type': 'application/problem+json',
      'X-Request-Id': requestId,
      // RFC 9110, 15.5.2: a 401 must say how to do better.
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...headers,
    },
  });
}

/** One sentence for people who see nothing else: `title is required (and 2 more)`. */
function detailOf(first: Problem, count: number): string {
  const subject = first.path === '' ? (subjects[first.code] ?? 'The request') : first.path;
  return `${subject} ${first.message}${count > 1 ? ` (and ${count - 1} more)` : ''}`;
}

/** The subject of a message that has no path. */
const subjects: Partial<Record<ProblemCode, string>> = {
  Q013: 'The path',
  Q014: 'The path',
  Q015: 'The body',
  A002: 'The email or password',
  A003: 'The token',
  A004: 'The account',
  A005: 'The account',
  A009: 'The user',
  A013: 'The user',
  A020: 'The request',
  A021: 'The file',
  A016: 'The user',
  A012: 'The record',
  S001: 'The record',
  S003: 'The record',
  S004: 'The record',
  S005: 'The server',
  S013: 'The connection',
  S014: 'The disk',
  S015: 'The database',
  S016: 'The server',
};

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};
