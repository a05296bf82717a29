import { requireItem } from '../../fields/require-entry.ts';
import type { Recheck } from './bulk-targets.ts';
import { type Summary, countFailure } from '../../files/import/import-summary.ts';
import type { Action } from '../../descriptor/settings/actions.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { ManyRemoval, Version } from '../../store/store.ts';
import { mayUse } from '../http/admit.ts';
import type { UserCall } from '../http/call.ts';
import { actorOf } from '../../services/acting.ts';
import type { Reply } from '../http/answer/answer.ts';
import { failureProblems } from '../../services/write-problems.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { isRefusal, refuse } from '../../services/refusal.ts';
import type { Route } from '../http/route.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';

/** A change of many records and how far it is: counts of everything, and the `_id`s that were changed or removed. */
export type BulkWork = {
  call: UserCall;
  resource: Resource;
  summary: Summary<{ _id: string }>;
  changed: string[];
  match: Recheck;
  /** Present once the work must stop; the records that were not worked on are added. */
  rest?: { ids: string[]; total: number };
};

/**
 * Runs a declared action on each record by its own route, as the same user. It expects the version that
 * matched the filter, or any version of records given by `ids`. A refusal of the route becomes a problem of
 * that record.
 */
export async function actOnMany(
  work: BulkWork,
  ids: readonly string[],
  { action, data }: { action: Action; data: unknown },
  routes: readonly Route[],
): Promise<void> {
  const route = routeOf(action, routes);
  const { call, summary, changed } = work;
  await asMatched(work, ids, async (matched) => {
    const moved: string[] = [];
    for (const { id, expected } of matched) {
      const answer = await ask(call, route, id, { data, expected });
      if (!isRefusal(answer)) {
        changed.push(id);
        if (action.method === 'DELETE') summary.deleted += 1;
        else summary.updated += 1;
      } else if (answer.refused[0].code === 'S003') moved.push(id);
      else countFailure(summary, { _id: id }, answer.refused);
    }
    return moved;
  });
}

/** The route at the path of the action; `check-action-code.ts` ensures that it exists. */
function routeOf({ method, path }: Action, routes: readonly Route[]): Route {
  const pattern = path.replace('{_id}', '*');
  const route = routes.find(
    (each) => each.method === method && each.path.replace(/:\w+/, '*') === pattern,
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
  const may = (descriptor: Descriptor) => mayUse({ ...call, descriptor }, route.needs);
  if (!may(call.descriptor)) return refuse(notAllowed(call, '', may));
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

/** Removes the records in sets. Those that refer only to one another go together. */
export async function removeMany(work: BulkWork, ids: readonly string[]): Promise<void> {
  const { call, resource, summary, changed } = work;
  await asMatched(work, ids, async (matched) => {
    const outcomes = await call.services.store.removeMany(resource, matched, actorOf(call));
    return matched.flatMap(({ id }, at) => {
      const outcome = requireItem(outcomes, at);
      if ('failure' in outcome) {
        if (outcome.failure === 'stale') return [id];
        countFailure(summary, { _id: id }, failureProblems(call, resource, outcome));
      } else {
        summary.deleted += 1;
        changed.push(id);
      }
      return [];
    });
  });
}

const TIMES = 3;

/**
 * Acts on the records that still match, at the version that was checked. Records that someone changed in the
 * meantime, which `act` returns, are checked again.
 */
async function asMatched(
  { match, summary }: BulkWork,
  ids: readonly string[],
  act: (matched: readonly ManyRemoval[]) => Promise<readonly string[]>,
): Promise<void> {
  let open = ids;
  for (let time = 1; open.length > 0; time += 1) {
    const matching = await match(open);
    const matched = open.flatMap((id): ManyRemoval[] => {
      const expected = matching ? matching.get(id) : '*';
      return expected === undefined ? [] : [{ id, expected }];
    });
    summary.total -= open.length - matched.length;
    const moved = await act(matched);
    if (time === TIMES)
      for (const id of moved) countFailure(summary, { _id: id }, [problem('S003', '')]);
    open = time < TIMES ? moved : [];
  }
}
