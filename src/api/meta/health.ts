import { Healthy, Ready } from '../../contract/meta.ts';
import { answer } from '../http/answer.ts';
import type { ApiParts } from '../api-parts.ts';
import type { Call } from '../http/call.ts';
import { refuse, type Reply } from '../http/refusal.ts';
import { problem } from '../../fields/problem.ts';
import { refuseTrouble, troubles } from '../http/server-error.ts';

/** The process responds. Nothing else is checked, or a slow database would get the process killed. */
export async function answerHealth(call: Call): Promise<Response> {
  return answer(call, 200, Healthy, { status: 'ok' });
}

const CACHED_MS = 1_000;

/** With less free space the disk counts as full: PostgreSQL needs some for what it has begun. */
const LEAST_FREE = 64 * 2 ** 20;

type Found = 'ok' | 'unreachable' | 'readOnly' | 'diskFull';

/**
 * Whether this server is ready for requests, checked at most once a second, so that frequent probes cost
 * nothing. With `?for=reads` a read-only database is enough.
 */
export function createReadiness(): (call: Call) => Promise<Reply> {
  let seen: { at: number; found: Promise<Found> } | undefined;
  return async (call) => {
    const { clock = Date.now } = call.parts;
    const { reads, unknown } = parseQuery(call.query);
    if (unknown) return refuse(unknown);
    if (!seen || clock() - seen.at >= CACHED_MS)
      seen = { at: clock(), found: probeDatabase(call.parts) };
    const found = await seen.found;
    const replica = call.parts.database.replica();
    const isReady = found === 'ok' || (reads && found !== 'unreachable');
    return isReady
      ? // A replica that lags or is down makes lists slower, but nothing wrong.
        answer(call, 200, Ready, { status: 'ok', ...(replica && { replica }) })
      : refuseTrouble(troubles[found]);
  };
}

function parseQuery(query: URLSearchParams) {
  const reads = query.get('for') === 'reads';
  const other = [...query.keys()].find((name) => name !== 'for' || !reads);
  return { reads, unknown: other === undefined ? undefined : problem('Q001', other) };
}

async function probeDatabase({
  database,
  ready = () => true,
  freeDisk,
  log,
}: ApiParts): Promise<Found> {
  try {
    return await database.probe(async (sql) => {
      const { rows } = await sql.query<{ isReadOnly: boolean }>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
      );
      if (!(await ready(sql))) return 'unreachable';
      if (rows[0]?.isReadOnly) return 'readOnly';
      return ((await freeDisk?.()) ?? LEAST_FREE) < LEAST_FREE ? 'diskFull' : 'ok';
    });
  } catch (error) {
    log.warn({ err: error }, 'the readiness check failed');
    return 'unreachable';
  }
}
