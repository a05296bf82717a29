import { requireItem } from '../../fields/require-entry.ts';
import { styleOf } from '../http/style-of.ts';
import { mayRead } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { JsonObject } from '../../descriptor/json-object.ts';
import { namingFields, titleFor } from '../../descriptor/title.ts';
import { type FieldsChange, listChangesSince } from '../../store/system/past/record-history.ts';
import type { UserCall } from '../http/call.ts';
import { settledSight } from './settled-sight.ts';
import { createWalk, statesOf, toSight } from '../../store/system/past/walk-back.ts';

/** Values of one moment, by field; a field may have several. */
export type PastValues = {
  seq: string;
  values: readonly (readonly [field: string, value: unknown])[];
};

/** More records than a page of versions sensibly refers to. */
const MOST_TITLES = 1000;

/**
 * The titles, as they were at each moment, of the records that its values refer to, by collection and `_id`. Records
 * that the caller may not see, today or as they were, are left out. It reads twice per collection.
 */
export async function readPastTitles(
  call: UserCall,
  resource: Resource,
  moments: readonly PastValues[],
): Promise<Record<string, string>[]> {
  const titles = moments.map((): Record<string, string> => ({}));
  const targets = collectTargets(call, resource, moments);
  for (const [target, seqs] of targets) {
    const read = await readTitlesOf(call, target, seqs);
    for (const [at, { seq }] of moments.entries())
      for (const [id, title] of read.get(seq) ?? [])
        requireItem(titles, at)[`${target.name}/${id}`] = title;
  }
  return titles;
}

/** The moments at which each record is referred to, newest first. */
type Wanted = Map<string, string[]>;

function collectTargets(
  { descriptor, role }: UserCall,
  resource: Resource,
  moments: readonly PastValues[],
): Map<Resource, Wanted> {
  const targets = new Map<Resource, Wanted>();
  for (const { seq, values } of moments)
    for (const [name, value] of values) {
      const field = resource.fields.get(name);
      const target = descriptor.resources.get(field?.kind.relation?.(field.settings).to ?? '');
      if (!target || !mayRead(descriptor, role, target, '_id')) continue;
      const ofTarget = targets.get(target) ?? new Map<string, string[]>();
      targets.set(target, ofTarget);
      addMoment(ofTarget, [value ?? []].flat().map(String), seq);
    }
  return targets;
}

function addMoment(wanted: Wanted, ids: readonly string[], seq: string): void {
  for (const id of ids) {
    const seqs = wanted.get(id) ?? [];
    if (seqs.length === 0 && wanted.size >= MOST_TITLES) continue;
    if (seqs.at(-1) !== seq) wanted.set(id, [...seqs, seq]);
  }
}

/** The titles by moment and `_id`. */
async function readTitlesOf(call: UserCall, target: Resource, seqsById: Wanted) {
  const { descriptor, role, services, restriction } = call;
  const style = styleOf(call);
  const titles = new Map<string, [id: string, title: string][]>();
  const ids = [...seqsById.keys()];
  if (ids.length === 0) return titles;
  const { follows, needs } = toSight(descriptor, target, restriction?.rowsOf(target)?.see);
  const shown = namingFields(target).filter(
    (name) =>
      mayRead(descriptor, role, target, name) &&
      // What other records were like then is not looked up.
      !target.through.has(name) &&
      target.fields.get(name)?.computed === undefined,
  );
  const records = await services.store.findMany(target, '_id', ids, [...shown, ...needs]);
  const current = new Map(records.map((record) => [record._id, record]));
  const since = [...seqsById.values()]
    .flat()
    .reduce((one, other) => (Number(one) < Number(other) ? one : other));
  const rows = await listChangesSince(services.database.primaryOrReplica, {
    resource: target.name,
    ids,
    since,
    fields: follows(shown),
  });
  const changes = Map.groupBy(rows, ({ id }) => id);
  const states = ids.flatMap((id) => statesOf(current.get(id), changes.get(id) ?? []));
  const { sees } = await settledSight(call, target, states);
  for (const [id, seqs] of seqsById) {
    const own = changes.get(id) ?? [];
    const record = current.get(id);
    if (!record && !isDeleted(own, (last) => sees(last, true))) continue;
    const walk = createWalk(record, own);
    for (const seq of seqs) {
      // A record of the same import may have come a row later.
      const state = walk.at(Number(seq)) ?? walk.earliest();
      if (!sees(state, walk.knowsStamps())) continue;
      const readable = Object.fromEntries(shown.map((name) => [name, state?.[name]]));
      const title = titleFor(style, target, { ...readable, _id: id });
      titles.set(seq, [...(titles.get(seq) ?? []), [id, title]]);
    }
  }
  return titles;
}

/** Whether the record was deleted, as somebody who may see how it last was. */
function isDeleted(changes: readonly FieldsChange[], sees: (last: JsonObject | null) => boolean) {
  const [latest] = changes;
  return latest?.operation === 'delete' && sees(latest.before);
}
