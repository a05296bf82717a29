import type { Action } from '../../descriptor/actions.ts';
import { countFailure } from '../../files/import/import-summary.ts';
import { problem } from '../../fields/problem.ts';
import type { Expected } from '../../store/store.ts';
import { mayUse } from '../http/admit.ts';
import type { UserCall } from '../http/call.ts';
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts';
import type { Route } from '../http/route.ts';
import type { BulkWork } from './bulk-records.ts';
import { asMatched } from './remove-many.ts';

/**
 * Does a declared action with each record by the route it has anyway, as the same user and for
 * the version that met the filter, or whatever is there of those that are named: what the route refuses for one is that record's problem.
 */
export async function actOnMany(
  call: UserCall,
  { action, data }: { action: Action; data: unknown },
  routes: readonly Route[],
  ids: readonly string[],
  work: BulkWork,
): Promise<void> {
  const route = routeOf(action, routes);
  const { summary, changed } = work;
  await asMatched(work, ids, async (id, expected) => {
    const answer = await ask(call, route, id, { data, expected });
    if (isRefusal(answer)) {
      if (answer.refused[0].code === 'S003') return 'stale';
      countFailure(summary, { _id: id }, answer.refused);
      return 'done';
    }
    changed.push(id);
    if (action.method === 'DELETE') summary.deleted += 1;
    else summary.updated += 1;
    return 'done';
  });
}

/** The route that answers the action's path; `check-action-code.ts` has seen to it that there is one. */
function routeOf({ method, path }: Action, routes: readonly Route[]): Route {
  const wanted = path.replace('{_id}', '*');
  const route = routes.find(
    (each) => each.method === method && each.path.replace(/:\w+/, '*') === wanted,
  );
  if (!route) throw new Error(`No route answers ${method} ${path}`);
  return route;
}

async function ask(
  call: UserCall,
  route: Route,
  id: string,
  { data, expected }: { data: unknown; expected: Expected },
): Promise<Response | Refusal> {
  if (!mayUse(call, route.needs)) return refuse(problem('A006', '', { role: call.role }));
  const name = /:(\w+)/.exec(route.path)?.[1] ?? 'id';
  const request = new Request(new URL(route.path, call.request.url), {
    method: route.method,
    headers: {
      'If-Match': expected === '*' ? '*' : `"${expected}"`,
      'Content-Type': 'application/json',
    },
  });
  const body = async () => ({ value: structuredClone(data) });
  const one = { ...call, request, route: route.path, params: { [name]: id }, readJson: body };
  return await route.run({ ...one, query: new URLSearchParams() });
}
