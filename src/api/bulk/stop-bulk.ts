import { answerEmpty } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { stopBulkOperation } from '../records/bulk-body.ts';
import { type Route, route } from '../http/route.ts';

/** Tells every server to stop the work of a bulk call; whichever does it hears its own. */
const STOP_CHANNEL = 'backoffice_bulk_stop';

/** Work on many records is stopped by a call of its own, since the one that does it has to answer exactly. */
export function bulkRoutes(): Route[] {
  return [
    route(
      'POST',
      '/api/bulk/:run/stop',
      async (call) => {
        const { parts, params, user } = call;
        const payload = toPayload(params['run'] ?? '', user._id);
        await parts.database.query('select pg_notify($1, $2)', [STOP_CHANNEL, payload]);
        return answerEmpty(call, 204);
      },
      'user',
      stopBulkOperation,
    ),
  ];
}

/** Calls `stop` when the same user asks for it, on whichever server; until it is closed. */
export async function hearStop(
  { parts, user }: UserCall,
  run: string,
  stop: () => void,
): Promise<() => Promise<void>> {
  const mine = toPayload(run, user._id);
  return await parts.database.listen(STOP_CHANNEL, (payload) => {
    if (payload === mine) stop();
  });
}

function toPayload(run: string, userId: string): string {
  // A notice holds 8,000 bytes at most, and a path may be longer.
  return `${run.slice(0, 64)} ${userId}`;
}
