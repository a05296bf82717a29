import { type NotUndone, Undone } from '../../contract/duplicates.ts';
import { mayWrite } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isSameJson } from '../../descriptor/json-object.ts';
import { problem } from '../../fields/problem.ts';
import {
  endMerge,
  listMoves,
  lockMerge,
  type Merge,
  type Move,
} from '../../store/records/merges.ts';
import { restoreStamps } from '../../store/records/write-many.ts';
import type { ManyWrite, QueryRunner, Store, StoredRecord } from '../../store/store.ts';
import { actorOf, type UserCall } from '../http/call.ts';
import { endUndo } from '../../store/system/jobs/undo-jobs.ts';
import { answer } from '../http/answer.ts';
import { asChangeSet } from '../http/change-set.ts';
import { failureProblems, refuseWrite } from '../records/write-answer.ts';
import { isRefusal, type Refusal, refuse, refuseAs, type Reply } from '../http/refusal.ts';
import { checkRights } from './move-references.ts';
import { abortWith, untilAborted } from '../http/abort.ts';

/**
 * Undoes a merge: restores the merged records, the references to them and the previous values of the kept
 * record. Values that changed since are kept and listed in `left`.
 */
export async function undoMerge(asked: UserCall, resource: Resource): Promise<Reply> {
  // Whatever way the client names, its history says that this is an undo.
  const { origin: _, ...ordinary } = asked;
  const undoes = asked.params['id'] ?? '';
  const call = await asChangeSet(ordinary, { way: 'undo', resource: resource.name, undoes });
  const undone = await untilAborted<Undone | Refusal>(() =>
    call.parts.store.transaction(async (store, sql) => {
      const merge = await lockMerge(sql, resource.name, call.params['id'] ?? '');
      if (!merge) return refuseAs('S001');
      if (merge.undoneAt !== null) return refuseAs('A016');
      const left: NotUndone[] = [];
      await restoreValues(call, resource, merge, store, left);
      await restore(call, resource, merge, store, sql);
      const moved = await moveBack(call, await listMoves(sql, merge.id), store, left);
      await endMerge(sql, merge.id);
      await endUndo(sql, { undo: call.origin!.changeSet!, left: left.length });
      return { restored: merge.gone.map(({ _id }) => _id), moved, left };
    }),
  );
  return isRefusal(undone) ? undone : answer(call, 200, Undone, undone);
}

/** Comes first, so that the kept record releases unique values. */
async function restoreValues(
  call: UserCall,
  resource: Resource,
  { kept, before, after }: Merge,
  store: Store,
  left: NotUndone[],
): Promise<void> {
  const found = await store.get(resource, kept);
  if (!found) return abortWith(refuseAs('S001', { extra: { _id: kept } }));
  const current = JSON.parse(found.json) as StoredRecord;
  const names = Object.keys(before);
  const same = names.filter((name) => isSameJson(current[name], after[name]));
  for (const field of names.filter((name) => !same.includes(name)))
    left.push({ resource: resource.name, _id: kept, field });
  if (same.length === 0) return;
  const { descriptor, role } = call;
  const forbidden = same.filter((name) => !mayWrite(descriptor, role, resource, name));
  if (forbidden.length > 0)
    abortWith(refuse(forbidden.map((name) => problem('A008', name, { role }))));
  const values = Object.fromEntries(same.map((name) => [name, before[name]]));
  const outcome = await store.update(resource, kept, current._version, values, actorOf(call));
  if ('failure' in outcome) abortWith(refuseWrite(call, resource, outcome));
}

/** Restores the records with their old stamps. Their versions continue after the old ones. */
async function restore(
  call: UserCall,
  resource: Resource,
  { gone }: Merge,
  store: Store,
  sql: QueryRunner,
): Promise<void> {
  const written = [...resource.fields.values()].filter(({ computed }) => computed === undefined);
  const versions = new Map<string, number>();
  let left = [...gone];
  while (left.length > 0) {
    const waiting: StoredRecord[] = [];
    let refusal: Refusal | undefined;
    for (const record of left) {
      const values = Object.fromEntries(
        written.flatMap(({ name }) => (record[name] === undefined ? [] : [[name, record[name]]])),
      );
      const outcome = await store.create(resource, values, actorOf(call), record._id);
      if (!('failure' in outcome)) {
        versions.set(record._id, outcome.record._version);
        continue;
      }
      // It may refer to another record that is not restored yet.
      refusal ??= refuseWrite(call, resource, outcome);
      waiting.push(record);
    }
    if (refusal && waiting.length === left.length) abortWith(refusal);
    left = waiting;
  }
  const stamps = gone.map(({ _id, createdAt, createdBy, updatedBy }) => ({
    _id,
    _version: versions.get(_id)!,
    createdAt: createdAt as string,
    updatedAt: new Date().toISOString(),
    createdBy: createdBy as string | null,
    updatedBy: updatedBy as string | null,
  }));
  await restoreStamps(sql, resource, stamps);
}

async function moveBack(
  call: UserCall,
  moves: readonly Move[],
  store: Store,
  left: NotUndone[],
): Promise<number> {
  const { descriptor } = call;
  let moved = 0;
  for (const [key, those] of Map.groupBy(moves, ({ resource, field }) => `${resource} ${field}`)) {
    const [name = '', field = ''] = key.split(' ');
    const other = descriptor.resources.get(name);
    // The descriptor may have changed since the merge.
    if (!other?.fields.has(field)) {
      left.push(...those.map(({ id }) => ({ resource: name, _id: id, field })));
      continue;
    }
    const forbidden = checkRights(call, { resource: other, field });
    if (forbidden.length > 0) abortWith(refuse(forbidden));
    for (let at = 0; at < those.length; at += AT_ONCE) {
      const some = those.slice(at, at + AT_ONCE);
      const ids = some.map(({ id }) => id);
      const records = await store.findMany(other, '_id', ids, [field]);
      const current = new Map(records.map((record) => [record._id, record]));
      const writes = some.flatMap(({ id, before, after }): ManyWrite[] => {
        const record = current.get(id);
        if (record && isSameJson(record[field], after))
          return [{ id, values: { [field]: before }, expected: record._version }];
        left.push({ resource: name, _id: id, field });
        return [];
      });
      const outcomes = await store.writeMany(other, writes, actorOf(call));
      const failed = outcomes.findIndex((outcome) => 'failure' in outcome);
      const outcome = outcomes[failed];
      if (outcome && 'failure' in outcome)
        abortWith(
          refuse(failureProblems(outcome), { extra: { resource: name, _id: writes[failed]!.id } }),
        );
      moved += writes.length;
    }
  }
  return moved;
}

const AT_ONCE = 500;
