import { lacksReferences } from '../../../store/records/write/write-problems.ts';
import { requireEntry, requireItem } from '../../../fields/require-entry.ts';
import { z } from 'zod';
import { BulkSummary } from '../../../contract/summary.ts';
import { readableFields, writableFields } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { checkField } from '../../../descriptor/field-check.ts';
import { callerParams } from '../../../descriptor/permissions/caller-params.ts';
import { toSeenProblems } from '../../../descriptor/permissions/seen-problems.ts';
import { suggestHint } from '../../../descriptor/suggest.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { countFailure, createSummary } from '../../../files/import/import-summary.ts';
import type { ManyOutcome, Store } from '../../../store/store.ts';
import { abortWith, untilAborted } from '../../../services/abort.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import { type UserCall, withLongWorkStore } from '../../http/call.ts';
import { actorOf } from '../../../services/acting.ts';
import { failureProblems } from '../../../services/write-problems.ts';
import { asChangeSet } from '../../../services/change-set.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse } from '../../../services/refusal.ts';
import { MAX_IDS } from '../../../contract/bulk.ts';

export const restoreBody = z.strictObject({
  ids: z.array(z.string()).min(1).max(MAX_IDS).describe('The records, by `_id`.'),
  dryRun: z
    .boolean()
    .optional()
    .describe('Restores nothing and reports what would prevent it, record by record.'),
  clear: z
    .boolean()
    .optional()
    .describe('Empties optional references to records that no longer exist. Default: `false`.'),
  values: z
    .record(z.string(), z.json())
    .optional()
    .describe(
      'Values by field. The server uses them for records whose own value is missing, no longer valid or already used by another record.',
    ),
});

/** Restores records from the trash. Those that cannot come back do not stop the others. */
export async function restoreTrash(ordinary: UserCall, resource: Resource): Promise<Reply> {
  const body = await parseBody(ordinary, restoreBody);
  if (isRefusal(body)) return body;
  const { dryRun = false, clear = false } = body.value;
  const given = checkGiven(ordinary, resource, body.value.values ?? {});
  if ('problems' in given)
    return refuse(toSeenProblems(ordinary, resource, given.problems), { status: 422 });
  const ids = [...new Set(body.value.ids)];
  const started = await withLongWorkStore(ordinary, 'bulk');
  // A client may name how it sends changes, but this is always a restore.
  const way = 'restore';
  const named = { ...started, origin: { ...started.origin, way } } as const;
  const call = dryRun ? named : await asChangeSet(named, { way, resource: resource.name });
  const clearable = writableFields(call.descriptor, call.role, resource);
  const options = {
    ...(Object.keys(given.values).length > 0 && given),
    ...(clear && { clear: clearable }),
  };
  const restoreIn = (store: Store) =>
    restoreAll(
      (batch, also) =>
        store.restoreTrashed(
          resource,
          batch.map((id) => ({ id })),
          actorOf(call),
          { ...options, ...(also && { also }) },
        ),
      ids,
    );
  const { store } = call.services;
  // A dry run is the restore itself, taken back: guards and rules between records see a record only as it is written.
  const outcomes = await untilAborted(() =>
    dryRun
      ? store.transaction(async (inner) => abortWith(await restoreIn(inner)))
      : restoreIn(store),
  );
  const summary = { ...createSummary<{ _id: string }>(), total: ids.length };
  for (const id of ids) {
    const outcome = requireEntry(outcomes, id);
    if ('failure' in outcome)
      countFailure(summary, { _id: id }, failureProblems(call, resource, outcome));
    else summary.created += 1;
  }
  return answer(call, 200, BulkSummary, summary);
}

/**
 * The values given for what cannot come back as it was. The caller needs the right to write their fields. A field with
 * states has none: only a step changes it.
 */
function checkGiven(
  { descriptor, role }: UserCall,
  resource: Resource,
  given: Readonly<Record<string, unknown>>,
): { values: Record<string, unknown> } | { problems: Problem[] } {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  const writable = writableFields(descriptor, role, resource);
  const readable = readableFields(descriptor, role, resource);
  const changeable = writable.filter((name) => readable.includes(name));
  for (const [name, value] of Object.entries(given)) {
    const field = readable.includes(name) ? resource.fields.get(name) : undefined;
    const path = `values.${name}`;
    if (!field) problems.push(problem('V009', path, {}, suggestHint(name, changeable)));
    else if (resource.states.has(name) || isDerived(field)) problems.push(problem('V010', path));
    else if (!writable.includes(name))
      problems.push(problem('A008', path, callerParams(descriptor, role)));
    else {
      const checked = checkField(field, value, path);
      if ('problems' in checked) problems.push(...checked.problems);
      else values[name] = checked.value;
    }
  }
  return problems.length > 0 ? { problems } : { values };
}

/** `also`: records that may come back with another batch. */
type Restore = (
  batch: readonly string[],
  also: ReadonlySet<string> | undefined,
) => Promise<ManyOutcome[]>;

type Outcomes = Map<string, ManyOutcome>;

const BATCH = 1_000;

/** A record may refer to one of a later batch, so those that only lack others are tried again. */
async function restoreAll(restore: Restore, ids: readonly string[]): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  let coming: ReadonlySet<string> | undefined = ids.length > BATCH ? new Set(ids) : undefined;
  for (let open = ids; ;) {
    await inBatches(restore, open, coming, outcomes);
    const lacking = open.filter((id) => lacksReferences(requireEntry(outcomes, id)));
    if (lacking.length === 0 || (!coming && lacking.length === open.length)) return outcomes;
    if (lacking.length === open.length) coming = undefined;
    open = lacking;
  }
}

async function inBatches(
  restore: Restore,
  ids: readonly string[],
  coming: ReadonlySet<string> | undefined,
  outcomes: Outcomes,
): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const results = await restore(batch, coming);
    batch.forEach((id, index) => outcomes.set(id, requireItem(results, index)));
  }
}
