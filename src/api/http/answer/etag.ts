import { problem } from '../../../fields/problems/problem.ts';
import type { Version } from '../../../store/store.ts';
import { refuse, refuseAs, type Refusal } from '../../../services/refusal.ts';

/** Whether a conditional GET already has the current version (RFC 9110, 13.1.2: weak comparison). */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/**
 * The version that a write expects, from `If-Match`. A compressing proxy makes an ETag weak, so weak ones
 * are accepted. An ETag that we never sent matches no version. Without the header: 428.
 */
export function parseIfMatch(request: Request): { expected: Version } | Refusal {
  const header = request.headers.get('If-Match')?.trim();
  if (header === undefined || header === '') return refuseAs('S002');
  if (header === '*') return { expected: '*' };
  const tag = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/.exec(header)?.[1] ?? bareVersion(header);
  if (tag === undefined)
    return refuse(problem('Q004', 'If-Match', { expected: '"<version>" or *' }));
  return { expected: /^[1-9]\d{0,14}$/.test(tag) ? Number(tag) : NO_VERSION };
}

/** Versions start at 1, so this matches none. */
const NO_VERSION = 0;

function bareVersion(header: string): string | undefined {
  return /^\d+$/.test(header) ? header : undefined;
}
