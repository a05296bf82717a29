import { requireItem } from '../../../fields/require-entry.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { pathsOf } from '../../../descriptor/filter/declared-filter.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import type { JsonObject } from '../../../descriptor/json-object.ts';
import { storedNames } from '../../records/past/past-names.ts';
import type { FieldsChange } from './record-history.ts';

/**
 * Walks a record back through its changes, which come newest first. It starts at the record as it is, or at nothing
 * for a deleted one. Ask for earlier and earlier moments.
 */
export function createWalk(current: JsonObject | undefined, changes: readonly FieldsChange[]) {
  // A write may have come between the two reads; what is later than the record does not count.
  const upTo = Number(current?.['_version'] ?? Number.POSITIVE_INFINITY);
  const rows = changes.filter(({ version }) => version <= upTo);
  let state: JsonObject | null = current ?? null;
  let earliest = state;
  let next = 0;
  return {
    /** The record after this row of the history; null if there was none. */
    at(seq: number): JsonObject | null {
      while (next < rows.length && Number(requireItem(rows, next).seq) > seq) {
        state = stepBack(state, requireItem(rows, next));
        earliest = state ?? earliest;
        next += 1;
      }
      const row = rows[next];
      if (state === null || row === undefined || row.operation === 'delete') return state;
      return { ...state, _version: row.version, updatedAt: row.at, updatedBy: row.by };
    },
    /** Whether the row that made the present state is known, and with it the stamps. */
    knowsStamps: () => rows[next] !== undefined,
    /** The earliest state so far. */
    earliest: () => earliest,
  };
}

/** What a record is and was, as a walk finds it. */
export function statesOf(
  current: JsonObject | undefined,
  changes: readonly FieldsChange[],
): JsonObject[] {
  const walk = createWalk(current, changes);
  const states = changes.flatMap(({ seq }) => [walk.at(Number(seq)), walk.at(Number(seq) - 1)]);
  return [current, ...states].filter((state) => state !== null && state !== undefined);
}

function stepBack(state: JsonObject | null, { operation, before }: FieldsChange) {
  if (operation === 'create') return null;
  if (operation === 'delete') return before;
  return state && { ...state, ...before };
}

/** What a caller may see of a collection, for judging records as they were. */
export type Sight = {
  /** The fields that a walk must follow; undefined where it must know every row. */
  follows: (fields: readonly string[]) => readonly string[] | undefined;
  /** The fields to read of a record. */
  needs: readonly string[];
  sees: (record: JsonObject | null | undefined, knowsStamps: boolean) => boolean;
};

const changing = ['_version', 'updatedAt', 'updatedBy'];

/** `see`: the records that the caller may see; `settled`: the same for the records to judge. */
export function toSight(
  { resources }: Pick<Descriptor, 'resources'>,
  resource: Resource,
  see: Filter | undefined,
  settled = see,
): Sight {
  const needs = see ? [...storedNames(resources, resource, pathsOf(see))] : [];
  const asksStamps = needs.some((name) => changing.includes(name));
  return {
    follows: (fields) => (asksStamps ? undefined : [...new Set([...fields, ...needs])]),
    needs,
    sees: (record, knowsStamps) =>
      isThere(record) &&
      (!settled || ((knowsStamps || !asksStamps) && evaluateFilter(settled, record))),
  };
}

function isThere(record: JsonObject | null | undefined): record is JsonObject {
  return record !== null && record !== undefined;
}
