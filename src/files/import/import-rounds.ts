import { requireEntry } from '../../fields/require-entry.ts';
import type { ImportRun } from './import-run.ts';
import { keyOf } from './row-key.ts';
import type { ReadRow } from './rows/row-reader.ts';
import { duplicatesOf } from '../../fields/problems/problem-words.ts';
import type { RowPlan } from './plan/row-plan.ts';

/** Separates the first row of each key and each unique value from the others, which follow when these are written. */
export function nextRound(run: ImportRun, rows: readonly ReadRow[]): [ReadRow[], ReadRow[]] {
  const taken = new Map<string, Set<unknown>>();
  const round: ReadRow[] = [];
  const later: ReadRow[] = [];
  for (const read of rows) {
    const claims: [string, unknown][] = [
      ['', keyOf(run, read)],
      ['_id', read.id],
      ...run.unique.map((name): [string, unknown] => [name, read.values[name]]),
    ];
    const isFree = claims.every(
      ([name, value]) => isNothing(value) || !taken.get(name)?.has(value),
    );
    if (!isFree) later.push(read);
    else round.push(read);
    for (const [name, value] of claims) {
      if (!taken.has(name)) taken.set(name, new Set());
      requireEntry(taken, name).add(value);
    }
  }
  return [round, later];
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

/**
 * Adds a duplicate to each plan whose unique value, or set of values, another record has. If an earlier
 * row of this round may still free them, the plan is postponed instead.
 */
export async function checkUnique(run: ImportRun, plans: readonly RowPlan[], mayDefer: boolean) {
  const changing = new Map(plans.filter(({ current }) => current).map((plan) => [plan.id, plan]));
  for (const names of [['_id'], ...run.unique.map((name) => [name]), ...run.resource.unique]) {
    const wanting = plans.flatMap((plan) => {
      const tuple = plan.problems.length === 0 ? wantedOf(plan, names) : undefined;
      return tuple ? [{ plan, tuple, key: JSON.stringify(tuple) }] : [];
    });
    if (wanting.length === 0) continue;
    const tuples = wanting.map(({ tuple }) => tuple);
    const holders = await findHolders(run, names, tuples);
    const first = new Map<string, RowPlan>();
    for (const { plan, key } of wanting) {
      const holder = holders.get(key);
      const isTaken = holder !== undefined && (names[0] === '_id' || holder !== plan.id);
      const other = isTaken ? changing.get(holder) : first.get(key);
      if (!isTaken && !other) first.set(key, plan);
      else if (mayDefer && other && other.read.row < plan.read.row) plan.postponedTo = 'nextRound';
      else plan.problems.push(...duplicatesOf(names));
    }
  }
}

/** The `_id`s of the records that have one of the tuples, by the JSON of the tuple. */
async function findHolders(
  { target, resource }: ImportRun,
  names: readonly string[],
  tuples: readonly unknown[][],
): Promise<ReadonlyMap<string, string>> {
  const [name = '_id', ...others] = names;
  const held =
    others.length > 0
      ? await target.findTogether(resource, names, tuples)
      : await target.findMany(resource, name, tuples.flat(), name === '_id' ? [] : [name]);
  return new Map(
    held.map((record) => [JSON.stringify(names.map((each) => record[each])), record._id]),
  );
}

/** The values that the record will have in these fields, if the row changes one of them and all are filled. */
function wantedOf({ values, current, read }: RowPlan, names: readonly string[]) {
  if (names[0] === '_id') return current || read.id === undefined ? undefined : [read.id];
  if (!names.some((name) => name in values)) return undefined;
  const tuple = names.map((name) => (name in values ? values[name] : current?.[name]));
  return tuple.some(isNothing) ? undefined : tuple;
}
