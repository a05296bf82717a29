import { requireItem } from '../../fields/require-entry.ts';
import type { Recheck } from './bulk-targets.ts';
import { type Summary, countFailure } from '../../files/import/import-summary.ts';
import type { Action } from '../../descriptor/settings/actions.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { ManyRemoval } from '../../store/store.ts';
import { type Acting, actorOf } from '../acting.ts';
import type { Refusal } from '../refusal.ts';
import { failureProblems } from '../write-problems.ts';
import type { Resource } from '../../descriptor/descriptor.ts';

/** A change of many records and how far it is: counts of everything, and the `_id`s that were changed or removed. */
export type BulkWork = {
  acting: Acting;
  resource: Resource;
  summary: Summary<{ _id: string }>;
  changed: string[];
  match: Recheck;
  /** Present once the work must stop; the records that were not worked on are added. */
  rest?: { ids: string[]; total: number };
};

/** Runs an action on one record at the expected version. Returns why it was not done. */
export type ActOnOne = (
  one: { action: Action; data: unknown } & ManyRemoval,
) => Promise<Refusal | undefined>;

/**
 * Runs a declared action on each record. It expects the version that matched the filter, or any version of records given
 * by `ids`. A refusal becomes a problem of that record.
 */
export async function actOnMany(
  work: BulkWork,
  ids: readonly string[],
  { action, data }: { action: Action; data: unknown },
  actOnOne: ActOnOne,
): Promise<void> {
  const { summary, changed } = work;
  await asMatched(work, ids, async (matched) => {
    const moved: string[] = [];
    for (const { id, expected } of matched) {
      const refusal = await actOnOne({ action, data, id, expected });
      if (!refusal) {
        changed.push(id);
        if (action.method === 'DELETE') summary.deleted += 1;
        else summary.updated += 1;
      } else if (refusal.refused[0].code === 'S003') moved.push(id);
      else countFailure(summary, { _id: id }, refusal.refused);
    }
    return moved;
  });
}

/** Removes the records in sets. Those that refer only to one another go together. */
export async function removeMany(work: BulkWork, ids: readonly string[]): Promise<void> {
  const { acting, resource, summary, changed } = work;
  await asMatched(work, ids, async (matched) => {
    const outcomes = await acting.services.store.removeMany(resource, matched, actorOf(acting));
    return matched.flatMap(({ id }, at) => {
      const outcome = requireItem(outcomes, at);
      if ('failure' in outcome) {
        if (outcome.failure === 'stale') return [id];
        countFailure(summary, { _id: id }, failureProblems(acting, resource, outcome));
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
