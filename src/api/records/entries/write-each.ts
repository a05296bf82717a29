import { requireItem } from '../../../fields/require-entry.ts';
import type { EntryResult } from '../../../contract/bulk.ts';
import type { ManyOutcome, Store, StoredRecord } from '../../../store/store.ts';
import { actorOf } from '../../../services/acting.ts';
import { failureProblems } from '../../../services/write-problems.ts';
import { toVisibleRecord } from '../../../services/refuse-write.ts';
import type { ParsedEntry } from './parse-entries.ts';
import {
  type Plan,
  planEntry,
  type Planning,
  readDerived,
  toStaleResult,
  type WriteEntry,
} from './plan-entry.ts';

/** Writes each entry, and adds the records as they are then. One that fails does not affect the others. */
export async function writeEach(
  planning: Planning,
  store: Store,
  entries: readonly ParsedEntry[],
): Promise<readonly EntryResult[]> {
  const results: EntryResult[] = [];
  const setResult = (result: EntryResult) => void (results[result.index] = result);
  const indices = [...entries.keys()];
  let open = indices.filter((index) => requireItem(entries, index).action !== 'delete');
  for (let time = 1; open.length > 0; time += 1) {
    const round = { entries, open, mayTryAgain: time < TIMES, keep: setResult };
    open = await writeSome(planning, store, round);
  }
  for (const index of indices) {
    const entry = requireItem(entries, index);
    if (entry.action === 'delete') setResult(await remove(planning, store, entry, index));
  }
  return await withRecords(planning, store, results);
}

/** A client that accepts any version learns of writes in between only if they do not end. */
const TIMES = 3;

/** The entries that are still to be written, by their indices, and where their results go. */
type Round = {
  entries: readonly ParsedEntry[];
  open: readonly number[];
  mayTryAgain: boolean;
  keep: (result: EntryResult) => void;
};

/** Plans and writes these entries. Returns the indices of those to try again. */
async function writeSome(
  planning: Planning,
  store: Store,
  { entries, open, mayTryAgain, keep }: Round,
): Promise<number[]> {
  const { call, resource } = planning;
  const ids = open.flatMap((index) => idOfChange(requireItem(entries, index)) ?? []);
  const storedRecords = ids.length > 0 ? await store.findMany(resource, '_id', ids) : [];
  const current = new Map(storedRecords.map((record) => [record._id, record]));
  const derived = await readDerived(
    planning,
    open.map((index) => requireItem(entries, index)),
  );
  const plans: Plan[] = [];
  for (const index of open) {
    const entry = entries[index] as WriteEntry;
    const known = { current: current.get(idOfChange(entry) ?? ''), derived: derived.get(entry) };
    const planned = planEntry(planning, entry, index, known);
    if ('plan' in planned) plans.push(planned.plan);
    else keep(planned.result);
  }
  if (plans.length === 0) return [];
  const writes = plans.map((plan) => plan.write);
  const outcomes = await store.writeMany(resource, writes, actorOf(call));
  return plans.flatMap((plan, at) => {
    const outcome = requireItem(outcomes, at);
    const entry = requireItem(entries, plan.index);
    const isMoved = 'failure' in outcome && outcome.failure === 'stale';
    const isWilling = entry.action === 'update' && entry.expected === '*' && mayTryAgain;
    if (isMoved && isWilling) return [plan.index];
    keep(toResult(planning, plan, outcome));
    return [];
  });
}

function idOfChange(entry: ParsedEntry): string | undefined {
  return entry.action === 'update' ? entry.id : undefined;
}

function toResult(
  planning: Planning,
  { index, write: { id: _id, expected }, before }: Plan,
  outcome: ManyOutcome,
): EntryResult {
  const isNew = expected === undefined;
  if (!('failure' in outcome)) {
    const written = { index, _id, _version: outcome.version };
    return isNew
      ? { ...written, status: 'created' }
      : { ...written, status: 'updated', before: before ?? {} };
  }
  if (outcome.failure === 'stale') return toStaleResult(planning, index, outcome.current);
  const problems = failureProblems(planning.call, planning.resource, outcome);
  return { index, ...(isNew ? {} : { _id }), status: 'failed', problems };
}

async function remove(
  planning: Planning,
  store: Store,
  { id, expected }: Extract<ParsedEntry, { action: 'delete' }>,
  index: number,
): Promise<EntryResult> {
  const { call, resource } = planning;
  const outcome = await store.remove(resource, id, expected, actorOf(call));
  if (!('failure' in outcome)) {
    const before = toVisibleRecord(call, resource, outcome.record);
    return { index, _id: id, status: 'deleted', before };
  }
  if (outcome.failure === 'stale') return toStaleResult(planning, index, outcome.current);
  return {
    index,
    _id: id,
    status: 'failed',
    problems: failureProblems(planning.call, planning.resource, outcome),
  };
}

/** Adds the current records, read together. A record that was deleted since is left out. */
async function withRecords(
  { call, resource }: Planning,
  store: Store,
  results: readonly EntryResult[],
): Promise<EntryResult[]> {
  const ids = results.filter(isThere).map(({ _id }) => _id);
  const storedRecords = ids.length > 0 ? await store.findMany(resource, '_id', ids) : [];
  const records = new Map<string, StoredRecord>(
    storedRecords.map((record) => [record._id, record]),
  );
  return results.map((result) => {
    if (!isThere(result)) return result;
    const record = records.get(result._id);
    return record ? { ...result, record: toVisibleRecord(call, resource, record) } : result;
  });
}

function isThere(
  result: EntryResult,
): result is Exclude<EntryResult, { status: 'failed' | 'deleted' }> {
  return result.status !== 'failed' && result.status !== 'deleted';
}
