import type { Resource } from '../../descriptor/descriptor.ts';
import { isSameJson, type JsonObject } from '../../descriptor/json-object.ts';
import { checkRecord } from '../../descriptor/record-check.ts';
import { countFailure } from '../../exchange/import-summary.ts';
import { problem } from '../../fields/problem.ts';
import type { StoredRecord } from '../../store/store.ts';
import { actorOf } from '../actor.ts';
import type { UserCall } from '../call.ts';
import { momentOf } from '../moment.ts';
import type { BulkSummary } from './bulk-records.ts';
import { failureProblems } from './failure-problems.ts';

const TIMES = 3;

/** Patches a batch: read, checked against each record, written on the versions that were read. */
export async function updateMany(
  call: UserCall,
  resource: Resource,
  ids: readonly string[],
  data: JsonObject,
  summary: BulkSummary,
): Promise<void> {
  const by = actorOf(call);
  let open = ids;
  for (let time = 1; open.length > 0; time += 1) {
    const writes = await planWrites(call, resource, open, data, summary);
    if (writes.length === 0) return;
    const outcomes = await call.parts.store.writeMany(resource, writes, by);
    open = [];
    for (const [at, outcome] of outcomes.entries()) {
      const { id } = writes[at]!;
      if (!('failure' in outcome)) summary.updated += 1;
      // Somebody else wrote it meanwhile: whatever they changed, the patch still applies.
      else if (outcome.failure === 'stale' && time < TIMES) open = [...open, id];
      else countFailure(summary, { _id: id }, failureProblems(outcome));
    }
  }
}

type Write = { id: string; values: Record<string, unknown>; expected: number };

async function planWrites(
  call: UserCall,
  resource: Resource,
  ids: readonly string[],
  data: JsonObject,
  summary: BulkSummary,
): Promise<Write[]> {
  const { descriptor, role, parts } = call;
  const found = await parts.store.findMany(resource, '_id', ids);
  const records = new Map(found.map((record) => [record._id, record]));
  const writes: Write[] = [];
  const moment = momentOf(call);
  for (const id of ids) {
    const current = records.get(id);
    if (!current) {
      countFailure(summary, { _id: id }, [problem('S001', '')]);
      continue;
    }
    const checked = checkRecord({
      descriptor,
      role,
      resource,
      mode: 'patch',
      body: data,
      current,
      moment,
    });
    if ('problems' in checked) countFailure(summary, { _id: id }, checked.problems);
    else if (isUnchanged(current, checked.values)) summary.unchanged += 1;
    else writes.push({ id, values: checked.values, expected: current._version });
  }
  return writes;
}

function isUnchanged(current: StoredRecord, values: Record<string, unknown>): boolean {
  return Object.keys(values).every((name) => isSameJson(current[name], values[name]));
}
