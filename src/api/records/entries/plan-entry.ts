import type { EntryResult } from '../../../contract/bulk.ts';
import { mayRead } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryContext } from '../../../descriptor/filter/query-term.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { toMergePatch } from '../../../descriptor/merge-patch.ts';
import { checkRecord } from '../../../descriptor/rules/record-check.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { type Derived, findAllDerived } from '../../../services/records/find-derived.ts';
import { checkNewId } from '../../../services/reserved-ids.ts';
import { newId } from '../../../store/records/sql/new-id.ts';
import type { ManyWrite, StoredRecord } from '../../../store/store.ts';
import type { UserCall } from '../../http/call.ts';
import { toVisibleRecord } from '../../../services/refuse-write.ts';
import type { ParsedEntry } from './parse-entries.ts';
import { countFailure, createSummary, type Summary } from '../../../files/import/import-summary.ts';

/** The call and resource that entries are planned for. */
export type Planning = {
  call: UserCall;
  resource: Resource;
  context: QueryContext;
};

/** The write of an entry, and the previous values for its result. */
export type Plan = { index: number; write: ManyWrite; before?: Record<string, unknown> };

export type WriteEntry = Exclude<ParsedEntry, { action: 'delete' }>;

/** What there is for an entry: the record that it changes, or the defaults that a new one derives. */
export type Known = { current?: StoredRecord | undefined; derived?: Derived | undefined };

/** Reads the defaults that the new records of these entries copy, by entry. */
export async function readDerived(
  { call, resource }: Planning,
  entries: readonly ParsedEntry[],
): Promise<ReadonlyMap<ParsedEntry, Derived>> {
  const created = entries.filter((entry) => entry.action === 'create');
  const derived = await findAllDerived(
    call,
    resource,
    created.map(({ data }) => data),
  );
  return new Map(created.map((entry, at) => [entry, derived[at] ?? {}]));
}

/** Plans the write of an entry, or returns its result if there is nothing to write. */
export function planEntry(
  planning: Planning,
  entry: WriteEntry,
  index: number,
  { current, derived }: Known,
): { plan: Plan } | { result: EntryResult } {
  if (entry.action === 'create') return planNew(planning, entry, { index, derived });
  const { id, expected, data } = entry;
  if (!current)
    return { result: { index, _id: id, status: 'failed', problems: [problem('S001', '')] } };
  const { call, resource, context } = planning;
  if (expected !== '*' && expected !== current._version)
    return { result: toStaleResult(planning, index, current) };
  const { descriptor, role } = call;
  const checked = checkRecord({ ...context, mode: 'patch', body: data, current });
  if ('problems' in checked)
    return { result: { index, _id: id, status: 'failed', problems: checked.problems } };
  const { values } = checked;
  const changed = Object.keys(values).filter((name) => !isSameJson(current[name], values[name]));
  if (changed.length === 0)
    return { result: { index, _id: id, status: 'unchanged', _version: current._version } };
  const visible = changed.filter((name) => mayRead(descriptor, role, resource, name));
  const before = toMergePatch(
    values,
    Object.fromEntries(visible.map((name) => [name, current[name] ?? null])),
  );
  return { plan: { index, write: { id, values, expected: current._version }, before } };
}

/** The result of an entry whose record someone else changed, with the current record so that people can compare. */
export function toStaleResult(
  { call, resource }: Planning,
  index: number,
  current: StoredRecord,
): EntryResult {
  return {
    index,
    _id: current._id,
    status: 'failed',
    problems: [problem('S003', '')],
    current: toVisibleRecord(call, resource, current),
  };
}

function planNew(
  { call, context, resource }: Planning,
  { id, data }: Extract<ParsedEntry, { action: 'create' }>,
  { index, derived = {} }: Pick<Known, 'derived'> & { index: number },
): { plan: Plan } | { result: EntryResult } {
  const body = { ...data, ...(id && { _id: id }) };
  const checked = checkRecord({ ...context, mode: 'create', body, derived });
  const problems =
    'problems' in checked ? checked.problems : checkNewId(id, resource, call.services);
  if ('problems' in checked || problems.length > 0) {
    return { result: { index, ...(id && { _id: id }), status: 'failed', problems } };
  }
  return { plan: { index, write: { id: checked.id ?? newId(), values: checked.values } } };
}

type EntriesSummary = Summary<{ _id: string } | { row: number }> & {
  results: readonly EntryResult[];
};

export function toEntriesSummary(results: readonly EntryResult[]): EntriesSummary {
  const summary = createSummary<{ _id: string } | { row: number }>();
  for (const result of results) {
    summary.total += 1;
    if (result.status !== 'failed') summary[result.status] += 1;
    else countFailure(summary, placeOf(result), result.problems);
  }
  return { ...summary, results };
}

/** Marks all other entries as not done, because some failed and all of them had to succeed. */
export function markNotDone(results: readonly EntryResult[]): EntryResult[] {
  return results.map((result) => {
    if (result.status === 'failed') return result;
    const { index, _id, status } = result;
    const isNew = status === 'created';
    return { index, ...(isNew ? {} : { _id }), status: 'failed', problems: [problem('S008', '')] };
  });
}

/** A new record that was not created is named by its place in the call, counted from 1 like the rows of a file. */
function placeOf({ index, _id }: EntryResult): { _id: string } | { row: number } {
  return _id === undefined ? { row: index + 1 } : { _id };
}
