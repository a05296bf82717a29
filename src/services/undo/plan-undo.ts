import { requireLast } from '../../fields/require-entry.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isSameJson } from '../../descriptor/json-object.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { UndoRow } from '../../store/system/past/undo-rows.ts';
import { isDerived } from '../../fields/type/is-derived.ts';

/** What the undo of a set does to one record. */
export type UndoPlan =
  /** This undo has done it before it was interrupted. */
  | { does: 'nothing'; outcome: 'done' | 'unchanged' }
  | { does: 'leave'; problems: readonly Problem[] }
  | { does: 'remove'; version: number }
  /** `problems` are of values that do not come back, because an admin has erased them. */
  | ({ does: 'update'; version: number } & Return)
  | ({ does: 'bringBack' } & Return);

/** The values that come back, and the record that gets them: as it is, or as it was deleted. */
type Return = {
  values: Values;
  into: Values;
  /** Whether the record is then as it was before the set, in all of its fields. */
  isWhole: boolean;
  problems: readonly Problem[];
};

type Values = Readonly<Record<string, unknown>>;

type Asked = {
  resource: Resource;
  /** All changes of the record since the first one to undo, in their order. */
  rows: readonly UndoRow[];
  /** The record as it is; undefined when it is gone or the caller may not see it. */
  current: StoredRecord | undefined;
  /** Also puts back what was changed since. */
  overwrite: boolean;
};

/**
 * Decides for one record. As it was before the set: unchanged. Changed since by others, so that the changes taken
 * together changed something, or between the changes of the set: left alone. Otherwise the fields of the set get the
 * values they had, what the set has created goes, and what it has deleted comes back.
 */
export function planUndo({ resource, rows, current, overwrite }: Asked): UndoPlan {
  if (rows.some(({ ours }) => ours)) return { does: 'nothing', outcome: 'done' };
  const first = rows.findIndex(({ mine }) => mine);
  const last = rows.findLastIndex(({ mine }) => mine);
  // An admin or the retention may have deleted the rows since.
  if (first < 0) return { does: 'nothing', outcome: 'unchanged' };
  const isOwn = (name: string) => {
    const field = resource.fields.get(name);
    return field !== undefined && !isDerived(field);
  };
  const set = follow(
    rows.filter(({ mine }) => mine),
    isOwn,
  );
  const later = follow(rows.slice(last + 1), isOwn);
  const isThere = requireLast(rows).operation !== 'delete';
  const isTouched = rows.slice(first, last).some(({ mine }) => !mine) || hasChanged(later);
  const isLeft = isTouched && !overwrite;
  if (isThere !== (current !== undefined)) return leave(isThere ? 'S001' : 'S003');
  if (!set.before.exists) {
    if (!current) return { does: 'nothing', outcome: 'unchanged' };
    if (isLeft) return leave('S003');
    return { does: 'remove', version: current._version };
  }
  // Somebody has deleted since what the set has changed.
  if (!current && set.after.exists) return leave('S001');
  const { values, problems } = valuesToReturn(set.before, current);
  if (current && Object.keys(values).length === 0)
    return problems.length > 0
      ? { does: 'leave', problems }
      : { does: 'nothing', outcome: 'unchanged' };
  if (isLeft) return leave('S003');
  const isWhole = !isTouched && problems.length === 0;
  if (current)
    return { does: 'update', version: current._version, values, into: current, isWhole, problems };
  return { does: 'bringBack', values, into: requireLast(rows).before ?? {}, isWhole, problems };
}

/** The values of a former state that a record lacks, and the problems of those that were erased. */
function valuesToReturn({ values, erased }: State, current: StoredRecord | undefined) {
  const lacks = ([name, value]: [string, unknown]): boolean =>
    !erased.has(name) && !(current && isSame(value, current[name]));
  return {
    values: Object.fromEntries([...values].filter(lacks)),
    problems: [...erased].map((name) => problem('S018', name)),
  };
}

function leave(code: 'S001' | 'S003'): UndoPlan {
  return { does: 'leave', problems: [problem(code, '')] };
}

/** A record as far as some changes tell: whether it exists, and the values they name. */
type State = { exists: boolean; values: Map<string, unknown>; erased: Set<string> };

/** The record before some of its changes and after them. */
function follow(
  rows: readonly UndoRow[],
  isOwn: (name: string) => boolean,
): { before: State; after: State } {
  const exists = rows[0]?.operation !== 'create';
  const before: State = { exists, values: new Map(), erased: new Set() };
  const after: State = { exists, values: new Map(), erased: new Set() };
  for (const { operation, before: old, after: value, erased } of rows) {
    // The first change of a field has the value it had before them.
    for (const [name, each] of before.exists ? Object.entries(old ?? {}) : []) {
      if (!isOwn(name) || before.values.has(name)) continue;
      setValue(before, name, each, erased);
    }
    after.exists = operation !== 'delete';
    if (operation === 'create') after.values.clear();
    for (const [name, each] of Object.entries(value ?? {})) setValue(after, name, each, erased);
  }
  return { before, after };
}

function setValue(to: State, name: string, value: unknown, erased: readonly string[]): void {
  to.values.set(name, value);
  if (erased.includes(name)) to.erased.add(name);
  else to.erased.delete(name);
}

/** Whether changes have changed anything, taken together. What was erased counts as changed. */
function hasChanged({ before, after }: { before: State; after: State }): boolean {
  if (before.exists !== after.exists) return true;
  return (
    before.exists &&
    [...before.values].some(
      ([name, value]) =>
        before.erased.has(name) || after.erased.has(name) || !isSame(value, after.values.get(name)),
    )
  );
}

/** An empty list and no value are the same to a field. */
function isSame(one: unknown, other: unknown): boolean {
  return isSameJson(orNull(one), orNull(other));
}

function orNull(value: unknown): unknown {
  return value === undefined || (Array.isArray(value) && value.length === 0) ? null : value;
}
