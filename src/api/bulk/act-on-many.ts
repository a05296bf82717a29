import type { Action } from '../../descriptor/actions.ts';
import { countFailure } from '../../files/import/import-summary.ts';
import { problem } from '../../fields/problem.ts';
import type { Version } from '../../store/store.ts';
import { mayUse } from '../http/admit.ts';
import { actorOf, type UserCall } from '../http/call.ts';
import { isRefusal, refuse, type Reply } from '../http/refusal.ts';
import type { Route } from '../http/route.ts';
import type { BulkWork } from './bulk-records.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { failureProblems } from '../records/write-answer.ts';

/**
 * Runs a declared action on each record by its own route, as the same user. It expects the version that
 * matched the filter, or any version of records given by `ids`. A refusal of the route becomes a problem of
 * that record.
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

/** The route at the path of the action; `check-action-code.ts` ensures that it exists. */
function routeOf({ method, path }: Action, routes: readonly Route[]): Route {
  const wanted = path.replace('{_id}', '*');
  const route = routes.find(
    (each) => each.method === method && each.path.replace(/:\w+/, '*') === wanted,
  );
  if (!route) throw new Error(`There is no route ${method} ${path}`);
  return route;
}

async function ask(
  call: UserCall,
  route: Route,
  id: string,
  { data, expected }: { data: unknown; expected: Version },
): Promise<Reply> {
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

/** Removes the records one by one: each removal depends on its references, and they may refer to one another. */
export async function removeMany(
  call: UserCall,
  resource: Resource,
  ids: readonly string[],
  work: BulkWork,
): Promise<void> {
  const by = actorOf(call);
  const { summary, changed } = work;
  await asMatched(work, ids, async (id, expected) => {
    const outcome = await call.parts.store.remove(resource, id, expected, by);
    if (!('failure' in outcome)) {
      summary.deleted += 1;
      changed.push(id);
    } else if (outcome.failure === 'stale') return 'stale';
    else countFailure(summary, { _id: id }, failureProblems(outcome));
    return 'done';
  });
}

const TIMES = 3;

/**
 * Acts on each record that still matches, at the version that was checked. A record that someone changed in
 * the meantime is checked again.
 */
async function asMatched(
  { match, summary }: BulkWork,
  ids: readonly string[],
  act: (id: string, expected: Version) => Promise<'done' | 'stale'>,
): Promise<void> {
  let open = ids;
  for (let time = 1; open.length > 0; time += 1) {
    const matching = await match(open);
    const moved: string[] = [];
    for (const id of open) {
      const expected = matching ? matching.get(id) : '*';
      if (expected === undefined) summary.total -= 1;
      else if ((await act(id, expected)) === 'stale') moved.push(id);
    }
    if (time === TIMES)
      for (const id of moved) countFailure(summary, { _id: id }, [problem('S003', '')]);
    open = time < TIMES ? moved : [];
  }
}
