import type { CheckReason } from '../../fields/problems/check-reasons.ts';
import { Alive, Ready } from '../../contract/meta.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { Authenticator } from '../accounts/authenticator.ts';
import { admit, bearerToken } from '../http/admit.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { Call } from '../http/call.ts';
import { refuse, type Refusal } from '../../services/refusal.ts';
import { troubles } from '../../services/trouble.ts';
import { refuseTrouble } from '../http/answer/server-error.ts';
import type { Checks } from './checks/create-checks.ts';
import { mayWatch } from './may-watch.ts';

/** The process responds. Nothing else is checked, or a slow database would get the process killed. */
export async function answerHealth(call: Call): Promise<Response> {
  return answer(call, 200, Alive, { status: 'ok', address: call.address });
}

export type ReadyServices = { checks: Checks; authenticator: Authenticator };

/**
 * Whether this server is ready for requests. With `?for=reads` a read-only database is enough; with `?verbose` the
 * answer has all checks, for monitors and admins.
 */
export async function answerReady(call: Call, services: ReadyServices): Promise<Reply> {
  const { reads, verbose, unknown } = parseQuery(call.query);
  if (unknown) return refuse(unknown);
  const viewer = verbose ? await findViewer(call, services.authenticator) : 'stranger';
  if (typeof viewer === 'object') return viewer;
  const shown = viewer === 'admitted' ? { checks: await services.checks.all() } : {};
  const core = await services.checks.core();
  const reasons = core.filter(({ state }) => state === 'failed').map(({ reason }) => reason!);
  const hindrance = reasons.find((reason) => !(reads && isOnlyForWrites(reason)));
  const replica = call.services.database.replica();
  if (hindrance === undefined)
    // A replica that lags or is down makes lists slower, but nothing wrong.
    return answer(call, 200, Ready, { status: 'ok', ...(replica && { replica }), ...shown });
  return { ...refuseTrouble(troubles[troubleOf(hindrance)]), extra: shown };
}

function parseQuery(query: URLSearchParams) {
  const isKnown = ([name, value]: [string, string]): boolean =>
    (name === 'for' && value === 'reads') || (name === 'verbose' && /^(|true)$/.test(value));
  const other = [...query].find((each) => !isKnown(each))?.[0];
  return {
    reads: query.has('for'),
    verbose: query.has('verbose'),
    unknown: other === undefined ? undefined : problem('Q001', other),
  };
}

/** Others get the plain answer, except with an expired token, which its owner can renew. */
async function findViewer(
  call: Call,
  authenticator: Authenticator,
): Promise<'admitted' | 'stranger' | Refusal> {
  if (mayWatch(call)) return 'admitted';
  if (!bearerToken(call.request)) return 'stranger';
  try {
    const refusal = await admit({ method: 'GET', needs: 'admin' }, call, authenticator);
    if (!refusal) return 'admitted';
    return refusal.refused[0].code === 'A003' ? refusal : 'stranger';
  } catch {
    // The database does not answer, which the plain answer says.
    return 'stranger';
  }
}

const isOnlyForWrites = (reason: CheckReason): boolean =>
  reason === 'databaseReadOnly' || reason === 'diskFull';

function troubleOf(reason: CheckReason): 'readOnly' | 'diskFull' | 'unreachable' {
  if (reason === 'databaseReadOnly') return 'readOnly';
  return reason === 'diskFull' ? 'diskFull' : 'unreachable';
}
