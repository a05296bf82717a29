import type { EntryResult } from '../../../../contract/bulk.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { fromRecord } from '../../../client/data-provider.ts';
import type { RecordEntry } from '../../../client/bulk.ts';
import type { Sender } from './send-changes.ts';
import type { WriteCounts } from './create-writer.ts';

type Values = Record<string, unknown>;

/** Reverses a step where nobody has changed its values since, and returns the step that redoes it. */
export async function reverseStep(
  { send, versionOf }: Sender,
  resource: Resource,
  step: UndoStep,
): Promise<{ reverse: UndoStep; written: WriteCounts }> {
  const ownFields = (record: Values): Values =>
    Object.fromEntries(
      Object.entries(fromRecord(record)).filter(
        ([name]) => resource.fields.get(name)?.readOnly === false,
      ),
    );
  const entries = toReversal(step, ownFields).map((entry, index) => {
    const { _id } = step[index]!;
    if (entry.action === 'create') return { ...entry, _id };
    const known = versionOf(_id);
    return known === undefined ? entry : { ...entry, _version: known };
  });
  const first = await send(entries);
  // Other steps of this user may have written the record since, and were reversed.
  const again = step.flatMap((part, index): RecordEntry[] => {
    const result = first[index]!;
    const entry = entries[index]!;
    if (result.status !== 'failed' || !result.current || entry.action === 'create') return [];
    return isAsLeft(part, result.current) ? [{ ...entry, _version: result.current._version }] : [];
  });
  const second = await send(again);
  const results = [...first.filter((result) => !isFailed(result)), ...second];
  const failed = step.length - results.filter((result) => !isFailed(result)).length;
  return { reverse: toUndoStep(results), written: { written: step.length - failed, failed } };
}

export function isFailed({ status }: EntryResult): boolean {
  return status === 'failed';
}

/** Whether the values the step wrote are unchanged. */
function isAsLeft(part: UndoStep[number], current: Values): boolean {
  if (part.kind === 'deleted') return false;
  const left: Values = part.kind === 'changed' ? part.after : fromRecord(part.record);
  return Object.entries(left).every(([name, value]) =>
    isSameJson(value ?? null, current[name] ?? null),
  );
}

type Json = Record<string, unknown>;

/** What is needed to reverse a write of one record: a whole record stands for its creation or deletion. */
export type UndoStep = readonly (
  | { kind: 'changed'; _id: string; _version: number; before: Json; after: Json }
  | { kind: 'created'; _id: string; _version: number; record: Json }
  | { kind: 'deleted'; _id: string; record: Json }
)[];

export type UndoSteps = { done: readonly UndoStep[]; undone: readonly UndoStep[] };

const noSteps: UndoSteps = { done: [], undone: [] };

/** The number of steps that can be undone. */
const KEPT = 50;

export function withStep({ done }: UndoSteps, step: UndoStep): UndoSteps {
  return { done: [...done, step].slice(-KEPT), undone: [] };
}

/** The step of a call: what it actually wrote. */
export function toUndoStep(results: readonly EntryResult[]): UndoStep {
  return results.flatMap((result): UndoStep => {
    if (result.status === 'failed' || result.status === 'unchanged') return [];
    const { _id } = result;
    if (result.status === 'deleted') return [{ kind: 'deleted', _id, record: result.before }];
    const { _version, record } = result;
    // Somebody deleted the record meanwhile.
    if (record === undefined) return [];
    if (result.status === 'created') return [{ kind: 'created', _id, _version, record }];
    const { before } = result;
    const after = Object.fromEntries(Object.keys(before).map((name) => [name, record[name]]));
    return [{ kind: 'changed', _id, _version, before, after }];
  });
}

/** The call that reverses a step. `ownFields` drops the server's fields from a record that is restored. */
function toReversal(step: UndoStep, ownFields: (record: Json) => Json): RecordEntry[] {
  return step.map((part): RecordEntry => {
    const { _id } = part;
    if (part.kind === 'created') return { action: 'delete', _id, _version: part._version };
    if (part.kind === 'deleted') return { action: 'create', _id, data: ownFields(part.record) };
    return { action: 'update', _id, _version: part._version, data: part.before };
  });
}

/** The steps survive a reload, and no other user sees them: they are stored by tab, user and resource. */
export function readSteps(key: string): UndoSteps {
  const kept = sessionStorage.getItem(key);
  return kept === null ? noSteps : (JSON.parse(kept) as UndoSteps);
}

export function storeSteps(key: string, steps: UndoSteps): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(steps));
  } catch {
    // A tab can store some megabytes: the oldest steps go first. Those of this page are in memory anyway.
    const newer = (list: readonly UndoStep[]) => list.slice(Math.ceil(list.length / 2));
    if (steps.done.length + steps.undone.length > 0)
      storeSteps(key, { done: newer(steps.done), undone: newer(steps.undone) });
  }
}
