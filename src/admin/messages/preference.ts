import { useSyncExternalStore } from 'react';

/** A choice kept in this browser. It outlives the session, so it is not part of it. */
export type Preference<Choice extends string> = {
  get(): Choice;
  set(choice: Choice): void;
  use(): Choice;
  /** Calls the listener when the choice changes. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Registers what must be loaded before `apply` adopts the choice of another tab. */
  beforeFollowing(prepare: Prepare<Choice>): void;
};

type Prepare<Choice> = (choice: Choice, apply: () => void) => Promise<void>;

/** A choice among `choices` that is stored and follows other tabs. `mark` shows it on the page. */
export function createPreference<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  fallback: () => Choice,
  mark?: () => void,
): Preference<Choice> {
  const listeners = new Set<() => void>();
  let current = read() ?? fallback();
  let prepare: Prepare<Choice> = async (_, apply) => apply();

  function read(): Choice | undefined {
    const stored = localStorage.getItem(key);
    return choices.find((choice) => choice === stored);
  }

  function notify(choice: Choice): void {
    current = choice;
    mark?.();
    for (const listener of listeners) listener();
  }

  window.addEventListener('storage', (event) => {
    if (event.key !== key) return;
    const choice = read() ?? fallback();
    // If the preparation fails, this tab keeps its own choice.
    prepare(choice, () => notify(choice)).catch(console.error);
  });

  const get = (): Choice => current;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return {
    get,
    set(choice) {
      localStorage.setItem(key, choice);
      notify(choice);
    },
    use: () => useSyncExternalStore(subscribe, get),
    subscribe,
    beforeFollowing: (given) => void (prepare = given),
  };
}
