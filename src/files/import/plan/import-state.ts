import type { Resource } from '../../../descriptor/descriptor.ts';
import type { RowPlan } from './row-plan.ts';

/**
 * What becomes of a row in a round of its batch. A row in `retry` or `waiting` is planned again when its turn comes.
 *
 *     planned ─┬─ a problem ─────────────────────────────────────────▶ failed
 *              ├─ an earlier row may free its unique value ──────────▶ retry, in the next round ──▶ planned
 *              ├─ a record it refers to may come with a later row ───▶ waiting, for the last pass ─▶ planned
 *              └─ ready ─┬─ written ─┬─ all references are set ──────▶ created, updated or unchanged
 *                        │           └─ one waits for it in a ring ──▶ late, until all rows are written
 *                        └─ the target refuses it ───────────────────▶ failed
 *
 * A row that refers to a new record of its round shares the fate of the row that brings it: `retry` with `retry`, else
 * `waiting`. The numbers of waiting rows are stored with the progress, so that a resumed import knows them.
 */
export type RowState = 'ready' | 'retry' | 'waiting' | 'failed';

/** The state of a planned row. What is tried again in the next round is judged there, whatever is wrong with it now. */
export function stateOf({ postponedTo, problems }: RowPlan): RowState {
  if (postponedTo === 'nextRound') return 'retry';
  if (problems.length > 0) return 'failed';
  return postponedTo === 'lastPass' ? 'waiting' : 'ready';
}

/**
 * The phase of an import. All of its files are in the same phase, because they may refer to each other in any order.
 *
 *     reading ── every file was read ──▶ lastPass ── every waiting row was decided ──▶ linking
 *
 * - `reading`: every row is read. It may wait for a record of another row.
 * - `lastPass`: the waiting rows are read again, and no row waits any more.
 * - `linking`: the late references are set in the records that were written without them.
 */
export type ImportPhase = 'reading' | 'lastPass' | 'linking';

/** Whether a missing record may still come with a later row, comes with a row that itself waits, or will not come. */
export type Outlook = 'comes' | 'inRing' | 'missing';

export type ImportState = ReturnType<typeof createImportState>;

/** Creates the state of an import before its first row. Records of the `resources` may still come with a file. */
export function createImportState(resources: Iterable<string>) {
  let phase: ImportPhase = 'reading';
  const unread = new Set(resources);
  const waitingNames = new Map<string, Set<string>>();

  return {
    is: (one: ImportPhase) => phase === one,
    enter(next: Exclude<ImportPhase, 'reading'>): void {
      phase = next;
    },
    /** No file has further records of the resource. */
    endReading(resource: string): void {
      unread.delete(resource);
    },
    /** A row waits. These are the names by which others may refer to its record. */
    addWaiting(resource: string, names: Iterable<string>): void {
      const all = waitingNames.get(resource) ?? new Set();
      waitingNames.set(resource, all);
      for (const name of names) all.add(name);
    },
    /** A row failed. On the last pass, nothing waits for its record any more. */
    endWaiting(resource: string, names: () => Iterable<string>): void {
      const all = phase === 'lastPass' && waitingNames.get(resource);
      if (all) for (const name of names()) all.delete(name);
    },
    /** The outlook for missing records of a resource. `areNamed` tells whether waiting rows bring all of them. */
    outlook(
      resource: Resource | undefined,
      areNamed: (names: ReadonlySet<string>) => boolean,
    ): Outlook {
      if (!resource || phase === 'linking') return 'missing';
      if (phase === 'reading' && unread.has(resource.name)) return 'comes';
      const names = waitingNames.get(resource.name);
      if (!names || !areNamed(names)) return 'missing';
      return phase === 'reading' ? 'comes' : 'inRing';
    },
  };
}

/** A row that refers to one that is not written in this round cannot be written now either. */
export function shareFates(plans: readonly RowPlan[], mayWait: boolean): void {
  const links = plans.flatMap((plan) =>
    plan.dependsOn.map(({ plan: needed, otherwise }) => ({ plan, needed, otherwise })),
  );
  const linksTo = Map.groupBy(links, ({ needed }) => needed);
  const out = plans.filter((plan) => stateOf(plan) !== 'ready');
  for (let needed = out.pop(); needed; needed = out.pop()) {
    for (const { plan, otherwise } of linksTo.get(needed) ?? []) {
      if (stateOf(plan) !== 'ready') continue;
      if (stateOf(needed) === 'retry') plan.postponedTo = 'nextRound';
      else if (mayWait) plan.postponedTo = 'lastPass';
      else plan.problems.push(otherwise);
      out.push(plan);
    }
  }
}
