import { headOf } from '../../../fields/text/head-of-path.ts';
import { useSyncExternalStore } from 'react';
import type { Problem } from '../../../fields/problems/problem.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { createSignal } from '../../client/page-state.ts';
import type { Values } from '../form/form-values.ts';

/**
 * A line in the body of a save: its values; of a stored line the changed ones, with `_id` and `_version`; of one to
 * delete also `_delete`.
 */
export type Entry = Values;

/** The lines of one list in the form, while they are on the screen. */
export type InlineList = {
  /** How many lines would be saved. */
  count(): number;
  /** How many problems its lines show. */
  problems(): number;
  /** What the user entered, to offer it again. */
  drafts(): readonly Entry[];
  restore(drafts: readonly Entry[]): void;
  /** Checks the lines that would be saved, and shows their problems. */
  check(): Promise<boolean>;
  /** The lines to save. Their places are remembered for `refuse`. */
  send(): readonly Entry[];
  /** Shows the objections of the server. The paths begin with the place of a line: `2.quantity`. */
  refuse(problems: readonly Problem[], stale: readonly StaleLine[]): void;
  /** Goes back to the lines as stored. */
  reset(): void;
};

/** A line that somebody else saved since it was read: its place, and the record as it is now. */
export type StaleLine = { path: string; current: Values };

/** By the name of the resource. */
type Entries = Readonly<Record<string, readonly Entry[]>>;

export type InlineLists = ReturnType<typeof createInlineLists>;

/** The lists of lines that are edited in one form and saved with it. */
export function createInlineLists() {
  const lists = new Map<string, InlineList>();
  // Drafts that were restored before their list was loaded.
  let waiting: Entries = {};
  let problems: ReadonlyMap<string, number> = new Map();
  const changes = createSignal();
  let isTouched = false;
  const all = (): [string, InlineList][] => [...lists];
  const entriesOf = (read: (list: InlineList) => readonly Entry[]): Entries => {
    const loaded = all().map(([name, list]) => [name, read(list)] as const);
    const entries = { ...waiting, ...Object.fromEntries(loaded) };
    return Object.fromEntries(Object.entries(entries).filter(([, each]) => each.length > 0));
  };
  const restore = (drafts: Entries): void => {
    waiting = Object.fromEntries(Object.entries(drafts).filter(([name]) => !lists.has(name)));
    for (const [name, entries] of Object.entries(drafts)) lists.get(name)?.restore(entries);
    changes.send();
  };
  return {
    listen: changes.listen,
    /** Tells the buttons of the form that a line has changed; once for all lines that change at the same time. */
    touch(): void {
      if (isTouched) return;
      isTouched = true;
      queueMicrotask(() => {
        isTouched = false;
        changes.send();
      });
    },
    /** Adds a list whose lines are loaded. Returns a function that removes it. */
    add(name: string, list: InlineList): () => void {
      lists.set(name, list);
      restore(waiting);
      return () => {
        lists.delete(name);
        changes.send();
      };
    },
    count: (): number =>
      Object.values(waiting).flat().length + all().reduce((sum, [, list]) => sum + list.count(), 0),
    /** How many problems the lines of each list show. */
    problems(): ReadonlyMap<string, number> {
      const now = new Map(all().map(([name, list]) => [name, list.problems()]));
      // The same object as long as the numbers are the same, so that nothing is drawn again.
      if (!isSameJson([...now], [...problems])) problems = now;
      return problems;
    },
    drafts: (): Entries => entriesOf((list) => list.drafts()),
    restore,
    /** Whether the lines have no problems that the browser can find. */
    async check(): Promise<boolean> {
      const checked = await Promise.all(all().map(([, list]) => list.check()));
      return checked.every(Boolean);
    },
    send: (): Entries => entriesOf((list) => list.send()),
    /** Shows the objections that concern lines. Returns the other problems. */
    refuse(allProblems: readonly Problem[], stale: readonly StaleLine[]): readonly Problem[] {
      for (const [name, list] of all()) {
        const own = <Each extends { path: string }>(each: readonly Each[]): Each[] =>
          each
            .filter(({ path }) => path.startsWith(`${name}.`))
            .map((one) => ({ ...one, path: one.path.slice(name.length + 1) }));
        list.refuse(own(allProblems), own(stale));
      }
      return allProblems.filter(({ path }) => !lists.has(headOf(path)));
    },
    reset(): void {
      waiting = {};
      for (const [, list] of all()) list.reset();
      changes.send();
    },
  };
}

/** How many lines of a form would be saved. */
export function useLineCount({ lists }: { lists: InlineLists }): number {
  return useSyncExternalStore(lists.listen, lists.count);
}
