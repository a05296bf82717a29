import { requireItem } from '../../fields/require-entry.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isSameJson, type JsonObject } from '../../descriptor/json-object.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import { countFailure } from '../../files/import/import-summary.ts';
import { problem } from '../../fields/problems/problem.ts';
import { editTexts, type TextEdits } from '../../descriptor/text-edit.ts';
import type { StoredRecord } from '../../store/store.ts';
import { type Acting, actorOf, queryContext } from '../acting.ts';
import { failureProblems } from '../write-problems.ts';
import type { BulkWork } from './act-on-many.ts';
import { hidesRows } from '../../descriptor/access-of.ts';

const TIMES = 3;

/** The same patch for all, and edits of the texts that each has. */
type Change = { data: JsonObject; edits?: TextEdits };

/** Patches a batch: reads the records, checks the patch against each, and writes on the versions that were read. */
export async function updateMany(
  work: BulkWork,
  ids: readonly string[],
  change: Change,
): Promise<void> {
  const { acting, resource, summary, changed } = work;
  const by = actorOf(acting);
  let open = ids;
  for (let time = 1; open.length > 0; time += 1) {
    const writes = await planWrites(work, open, change);
    if (writes.length === 0) return;
    const outcomes = await acting.services.store.writeMany(resource, writes, by);
    open = [];
    for (const [at, outcome] of outcomes.entries()) {
      const { id } = requireItem(writes, at);
      if (!('failure' in outcome)) {
        summary.updated += 1;
        changed.push(id);
      }
      // Someone else changed the record in the meantime, but the patch still applies.
      else if (outcome.failure === 'stale' && time < TIMES) open = [...open, id];
      else countFailure(summary, { _id: id }, failureProblems(acting, resource, outcome));
    }
  }
}

type Write = { id: string; values: Record<string, unknown>; expected: number };

async function planWrites(
  { acting, resource, summary, match }: BulkWork,
  ids: readonly string[],
  { data, edits = {} }: Change,
): Promise<Write[]> {
  const { store } = acting.services;
  const matching = await match(ids);
  const meant = matching ? ids.filter((id) => matching.has(id)) : ids;
  summary.total -= ids.length - meant.length;
  const storedRecords = meant.length > 0 ? await store.findMany(resource, '_id', meant) : [];
  const records = new Map(storedRecords.map((record) => [record._id, record]));
  const writes: Write[] = [];
  const context = queryContext(acting, resource);
  const dataFor = await restoreHidden(acting, resource, storedRecords, data);
  for (const id of meant) {
    const current = records.get(id);
    if (!current) {
      countFailure(summary, { _id: id }, [problem('S001', '')]);
      continue;
    }
    const body = { ...dataFor(current), ...editTexts(current, edits) };
    const checked = checkRecord({ ...context, mode: 'patch', body, current });
    if ('problems' in checked) countFailure(summary, { _id: id }, checked.problems);
    else if (isUnchanged(current, checked.values)) summary.unchanged += 1;
    else {
      const expected = matching?.get(id) ?? current._version;
      writes.push({ id, values: checked.values, expected });
    }
  }
  return writes;
}

function isUnchanged(current: StoredRecord, values: Record<string, unknown>): boolean {
  return Object.keys(values).every((name) => isSameJson(current[name], values[name]));
}

/**
 * Adds what each record keeps to a change of many: a list of references keeps those that the caller may not
 * see. A caller who writes one record got all its references and lists those to keep; a caller who changes
 * many has seen none of the lists.
 */
async function restoreHidden(
  acting: Acting,
  resource: Resource,
  records: readonly StoredRecord[],
  data: JsonObject,
): Promise<(current: StoredRecord) => JsonObject> {
  const { descriptor, role, services } = acting;
  const kept: { name: string; seen: ReadonlySet<string> }[] = [];
  for (const name of Object.keys(data)) {
    const field = resource.fields.get(name);
    const relation = field?.kind.relation?.(field.settings);
    const target = relation?.many ? descriptor.resources.get(relation.to) : undefined;
    // A value that is no list of references is refused as it is.
    if (data[name] !== null && !Array.isArray(data[name])) continue;
    if (!target || !hidesRows(descriptor, role, target)) continue;
    const ids = new Set(records.flatMap((record) => idsOf(record[name])));
    const targets = await services.store.findMany(target, '_id', [...ids]);
    kept.push({ name, seen: new Set(targets.map(({ _id }) => _id)) });
  }
  return (current) => {
    const own = kept.map(({ name, seen }) => {
      const named = idsOf(data[name]);
      const hidden = idsOf(current[name]).filter((id) => !seen.has(id) && !named.includes(id));
      return hidden.length === 0 ? [] : [[name, [...hidden, ...named]] as const];
    });
    return { ...data, ...Object.fromEntries(own.flat()) };
  };
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}
