import { useMemo, useSyncExternalStore } from 'react';
import { createSignal } from './page-state.ts';

/** What a step did, in numbers, for the list of the last steps. */
export type StepFacts = {
  did: 'edit' | 'paste' | 'update' | 'delete';
  records: number;
  /** Changed cells of the grid; 0 for what was done to records as a whole. */
  cells: number;
  /** The field, if all cells are of one. */
  field?: string | undefined;
};

/** A set of changes of this tab that can be undone or redone. */
export type UndoStep = StepFacts & {
  changeSet: string;
  /** When it was made. It stays the same when the step is undone and redone. */
  at: string;
};

/** The steps that this tab has made, and those it has undone: the last of each list goes first. */
export type UndoSteps = { done: readonly UndoStep[]; undone: readonly UndoStep[] };

const noSteps: UndoSteps = { done: [], undone: [] };

/** The number of steps that can be undone. */
const MAX_STEPS = 50;

const changes = createSignal();

/** The steps survive a reload, and no other user sees them: they are stored by tab, user and resource. */
export function stepsKey(user: { _id: string }, resource: { name: string }): string {
  // Version 1 knew only the ids of change sets.
  return `undo.steps.2.${user._id}.${resource.name}`;
}

export function readSteps(key: string): UndoSteps {
  return parseSteps(sessionStorage.getItem(key));
}

function parseSteps(stored: string | null): UndoSteps {
  return stored === null ? noSteps : (JSON.parse(stored) as UndoSteps);
}

/** The current steps; the component renders again when they change. */
export function useStoredSteps(key: string): UndoSteps {
  const stored = useSyncExternalStore(changes.listen, () => sessionStorage.getItem(key));
  return useMemo(() => parseSteps(stored), [stored]);
}

/** Adds a change set, after which nothing can be redone. What is done later in the same set becomes part of its step. */
export function addStep(key: string, changeSet: string, facts: StepFacts): void {
  const { done } = readSteps(key);
  const earlier = done.find((step) => step.changeSet === changeSet);
  const step = { ...joined(earlier, facts), changeSet, at: new Date().toISOString() };
  const others = done.filter((each) => each !== earlier);
  store(key, { done: [...others, step].slice(-MAX_STEPS), undone: [] });
}

function joined(earlier: StepFacts | undefined, { field, ...facts }: StepFacts): StepFacts {
  if (!earlier) return { ...facts, field };
  return {
    did: earlier.did,
    records: earlier.records + facts.records,
    cells: earlier.cells + facts.cells,
    ...(earlier.field === field && { field }),
  };
}

/** Moves a step from one list to the other; there the `reverse` undoes it again, if anything was written. */
export function moveStep(
  key: string,
  changeSet: string,
  { from, to, reverse }: { from: keyof UndoSteps; to: keyof UndoSteps; reverse?: string },
): void {
  const steps = readSteps(key);
  const step = steps[from].find((each) => each.changeSet === changeSet);
  if (step === undefined) return;
  store(key, {
    ...steps,
    [from]: steps[from].filter((each) => each !== step),
    [to]: reverse === undefined ? steps[to] : [...steps[to], { ...step, changeSet: reverse }],
  });
}

function store(key: string, steps: UndoSteps): void {
  sessionStorage.setItem(key, JSON.stringify(steps));
  changes.send();
}

const turns = new Map<string, Promise<unknown>>();

/** Does the work after all that was begun before it for the same steps, even if that failed. */
export function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(work);
  // The next work waits for the end of this one; the caller of this one gets the failure.
  turns.set(
    key,
    turn.catch(() => undefined),
  );
  return turn;
}

/** An ID for calls that belong together. `crypto.randomUUID` would need HTTPS. */
export function newChangeSet(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
