import { problem } from '../../fields/problem.ts';
import type { Expected } from '../../store/store.ts';
import { refuse, refuseAs, type Refusal } from '../http/refusal.ts';

/** The tag of a record is its version; nothing else of a record changes without it. */
export function toEtag(version: number): string {
  return `"${version}"`;
}

/** Whether a conditional GET already has what it would get (RFC 9110, 13.1.2: compared weakly). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/**
 * The version a write is based on, from `If-Match`. A proxy that compresses makes a tag weak, so
 * that is let pass; a tag we never gave matches no version. Without the header: 428.
 */
export function parseIfMatch(request: Request): { expected: Expected } | Refusal {
  const header = request.headers.get('If-Match')?.trim();
  if (header === undefined || header === '') return refuseAs('S002');
  if (header === '*') return { expected: '*' };
  const tag = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/.exec(header)?.[1] ?? bareVersion(header);
  if (tag === undefined)
    return refuse(problem('Q004', 'If-Match', { expected: '"<version>" or *' }));
  return { expected: /^[1-9]\d{0,14}$/.test(tag) ? Number(tag) : NO_VERSION };
}

/** Versions begin with 1. */
const NO_VERSION = 0;

function bareVersion(header: string): string | undefined {
  return /^\d+$/.test(header) ? header : undefined;
}
