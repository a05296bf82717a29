import type { EntryResult } from '../../../../contract/bulk.ts';
import type { RecordEntry } from '../../../client/bulk.ts';

type Json = Record<string, unknown>;

/** What one record was made of, so that it can be made undone: a whole record stands for its being there at all. */
export type Step = readonly (
  | { kind: 'changed'; _id: string; _version: number; before: Json; after: Json }
  | { kind: 'created'; _id: string; _version: number; record: Json }
  | { kind: 'deleted'; _id: string; record: Json }
)[];

export type Steps = { done: readonly Step[]; undone: readonly Step[] };

const noSteps: Steps = { done: [], undone: [] };

/** So many steps can be taken back. */
const KEPT = 50;

export function withStep({ done }: Steps, step: Step): Steps {
  return { done: [...done, step].slice(-KEPT), undone: [] };
}

/** What was written by a call, as far as it was. */
export function toStep(results: readonly EntryResult[]): Step {
  return results.flatMap((result): Step => {
    if (result.status === 'failed' || result.status === 'unchanged') return [];
    const { _id } = result;
    if (result.status === 'deleted') return [{ kind: 'deleted', _id, record: result.before }];
    const { _version, record } = result;
    // Somebody deleted it meanwhile.
    if (record === undefined) return [];
    if (result.status === 'created') return [{ kind: 'created', _id, _version, record }];
    const { before } = result;
    const after = Object.fromEntries(Object.keys(before).map((name) => [name, record[name]]));
    return [{ kind: 'changed', _id, _version, before, after }];
  });
}

/** The call that makes a step undone. `ownFields` leaves what is the server's out of a record that comes back. */
export function toReversal(step: Step, ownFields: (record: Json) => Json): RecordEntry[] {
  return step.map((part): RecordEntry => {
    const { _id } = part;
    if (part.kind === 'created') return { action: 'delete', _id, _version: part._version };
    if (part.kind === 'deleted') return { action: 'create', _id, data: ownFields(part.record) };
    return { action: 'update', _id, _version: part._version, data: part.before };
  });
}

/** Outlives a reload of the page, and nobody sees another's: it is kept by tab, person and resource. */
export function readSteps(key: string): Steps {
  const kept = sessionStorage.getItem(key);
  return kept === null ? noSteps : (JSON.parse(kept) as Steps);
}

export function keepSteps(key: string, steps: Steps): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(steps));
  } catch (error) {
    // There is room for some megabytes; what is longest ago gives way first.
    if (steps.done.length === 0) throw error;
    keepSteps(key, { ...steps, done: steps.done.slice(Math.ceil(steps.done.length / 2)) });
  }
}
