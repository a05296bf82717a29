/** The change sets that this tab has made, and the undoings of them: the last of each list goes first. */
export type UndoSteps = { done: readonly string[]; undone: readonly string[] };

const noSteps: UndoSteps = { done: [], undone: [] };

/** The number of steps that can be undone. */
const KEPT = 50;

/** The steps survive a reload, and no other user sees them: they are stored by tab, user and resource. */
export function stepsKey(user: { _id: string }, resource: { name: string }): string {
  return `undo.steps.${user._id}.${resource.name}`;
}

export function readSteps(key: string): UndoSteps {
  const stored = sessionStorage.getItem(key);
  return stored === null ? noSteps : (JSON.parse(stored) as UndoSteps);
}

/** Adds a change set, after which nothing can be redone. */
export function addStep(key: string, changeSet: string): void {
  store(key, { done: [...readSteps(key).done, changeSet].slice(-KEPT), undone: [] });
}

/** Moves a step from one list to the other; there the `reverse` undoes it again, if anything was written. */
export function moveStep(
  key: string,
  changeSet: string,
  { from, to, reverse }: { from: keyof UndoSteps; to: keyof UndoSteps; reverse?: string },
): void {
  const steps = readSteps(key);
  if (!steps[from].includes(changeSet)) return;
  store(key, {
    ...steps,
    [from]: steps[from].filter((id) => id !== changeSet),
    [to]: reverse === undefined ? steps[to] : [...steps[to], reverse],
  });
}

function store(key: string, steps: UndoSteps): void {
  sessionStorage.setItem(key, JSON.stringify(steps));
}

/** An ID for calls that belong together. `crypto.randomUUID` would need HTTPS. */
export function newChangeSet(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
