import type { ProblemCode } from '../../fields/problem-codes.ts';
import type { Refusal } from './refusal.ts';

/** The status of a whole family, by the first character of its codes. */
const ofFamily: Record<string, number> = {
  '1': 409,
  V: 422,
  Q: 400,
  A: 403,
  S: 500,
  I: 422,
  D: 500,
};

const ofCode: Partial<Record<ProblemCode, number>> = {
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
};

/** The HTTP status a problem is answered with. */
export function problemStatus(code: ProblemCode): number {
  return ofCode[code] ?? ofFamily[String(code).charAt(0)] ?? 500;
}

/** The HTTP status of a call that is not done. */
export function statusOf({ status, refused: [first] }: Refusal): number {
  return status ?? problemStatus(first.code);
}
