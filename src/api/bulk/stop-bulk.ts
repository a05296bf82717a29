import { answerEmpty } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { stopBulkOperation } from '../records/bulk-body.ts';
import { type Route, route } from '../http/route.ts';

/** Tells every server to stop a bulk request; the one that runs it recognizes its own. */
const STOP_CHANNEL = 'backoffice_bulk_stop';

/** The route that stops bulk work. It is a call of its own, as the working call still has to send its summary. */
export function bulkRoutes(): Route[] {
  return [
    route(
      'POST /api/bulk/:run/stop',
      async (call) => {
        const { services, params, user } = call;
        const payload = toPayload(params['run'] ?? '', user._id);
        await services.database.query('select pg_notify($1, $2)', [STOP_CHANNEL, payload]);
        return answerEmpty(call, 204);
      },
      'user',
      stopBulkOperation,
    ),
  ];
}

/** Calls `stop` when the same user requests it, on any server. Returns a function that stops listening. */
export async function listenForStop(
  { services, user }: UserCall,
  run: string,
  stop: () => void,
): Promise<() => Promise<void>> {
  const mine = toPayload(run, user._id);
  return await services.database.listen(STOP_CHANNEL, (payload) => {
    if (payload === mine) stop();
  });
}

function toPayload(run: string, userId: string): string {
  // A notice holds at most 8,000 bytes, and a path may be longer.
  return `${run.slice(0, 64)} ${userId}`;
}
