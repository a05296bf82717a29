import type { AnyProblemCode } from '../../fields/all-problem-codes.ts';
import type { Problem } from '../../fields/problem.ts';
import type { Refusal } from './refusal.ts';
import { apiHeaders } from './security-headers.ts';

/** Builds the response to every refused request (RFC 9457). */
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
      // RFC 9110, 15.5.2: a 401 must name a way to authenticate.
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...headers,
    },
  });
}

/** One sentence for clients that show nothing else: `title is required (and 2 more)`. */
function detailOf(first: Problem, count: number): string {
  const subject = first.path === '' ? (subjects[first.code] ?? 'The request') : first.path;
  return `${subject} ${first.message}${count > 1 ? ` (and ${count - 1} more)` : ''}`;
}

/** The subject of a message that has no path. */
const subjects: Partial<Record<AnyProblemCode, string>> = {
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
  S031: 'The action',
  S032: 'The change',
  S001: 'The record',
  S003: 'The record',
  S004: 'The record',
  S005: 'The server',
  S013: 'The connection',
  S014: 'The disk',
  S015: 'The database',
  S016: 'The server',
  S018: 'The value',
  S019: 'The record',
  S020: 'The record',
  S022: 'The change',
  S023: 'The change',
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

/** The status of a family of codes, by their first character. */
const ofFamily: Record<string, number> = {
  '1': 409,
  V: 422,
  Q: 400,
  A: 403,
  S: 500,
  I: 422,
  D: 500,
};

const ofCode: Partial<Record<AnyProblemCode, number>> = {
  Q011: 415,
  Q012: 413,
  Q013: 404,
  Q014: 405,
  A001: 401,
  A002: 401,
  A003: 401,
  A009: 409,
  A010: 429,
  A013: 429,
  A014: 400,
  A015: 422,
  A016: 409,
  A018: 429,
  A020: 429,
  A022: 422,
  A021: 429,
  I005: 400,
  I014: 409,
  I015: 408,
  I016: 400,
  I017: 400,
  I024: 415,
  I034: 400,
  S001: 404,
  S002: 428,
  S003: 412,
  S004: 409,
  S005: 503,
  S007: 503,
  S008: 409,
  S009: 409,
  S010: 409,
  S011: 409,
  S012: 409,
  S013: 503,
  S014: 503,
  S015: 503,
  S016: 503,
  S017: 404,
  S018: 409,
  S019: 404,
  S020: 409,
  S021: 409,
  S030: 409,
  S031: 409,
  S022: 409,
  S023: 409,
  S024: 409,
  S025: 409,
  S026: 503,
  S027: 503,
};

/** The HTTP status of a problem. */
export function problemStatus(code: AnyProblemCode): number {
  return ofCode[code] ?? ofFamily[String(code).charAt(0)] ?? 500;
}

/** The HTTP status of a refusal. */
export function statusOf({ status, refused: [first] }: Refusal): number {
  return status ?? problemStatus(first.code);
}
