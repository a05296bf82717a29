import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { problemResponse } from '../api/http/problem-response.ts';
import { refuse } from '../api/http/refusal.ts';
import { problem, type Problem } from '../fields/problem.ts';

/**
 * What is refused as it came, since afterwards it would look like something else: two `Host` headers (RFC 9112, 3.2),
 * and `.` or `..` in a path, which are resolved before the routes see them, so that a rule of a proxy in front of us,
 * written as a prefix, could be walked around.
 */
export function refuseRaw({ url = '', rawHeaders }: IncomingMessage): Response | undefined {
  const found = findRaw(url, rawHeaders);
  return found && problemResponse(refuse(found, { status: 400 }), randomUUID());
}

function findRaw(url: string, rawHeaders: readonly string[]): Problem | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return problem('Q004', 'Host', { expected: 'oneValue' });
  const path = url.split(/[?#]/, 1)[0]!;
  const hasDots = /(^|[/\\]|%2f|%5c)(\.|%2e){1,2}([/\\]|%2f|%5c|$)/i.test(path);
  return hasDots ? problem('Q013', '') : undefined;
}
