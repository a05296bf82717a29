import { useSyncExternalStore } from 'react';

/** A choice of the person at this browser. It outlives the session, so it is no part of it. */
export type Preference<Choice extends string> = {
  get(): Choice;
  set(choice: Choice): void;
  use(): Choice;
  /** Calls when another one is chosen. Answers how to stop. */
  subscribe(listener: () => void): () => void;
  /** Has what a choice of another tab needs loaded before `apply` makes it the own one. */
  beforeFollowing(prepare: Prepare<Choice>): void;
};

type Prepare<Choice> = (choice: Choice, apply: () => void) => Promise<void>;

/** A remembered choice among `choices`; what another tab chooses is followed. `mark` shows it to the page. */
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

  function tell(choice: Choice): void {
    current = choice;
    mark?.();
    for (const listener of listeners) listener();
  }

  window.addEventListener('storage', (event) => {
    if (event.key !== key) return;
    const choice = read() ?? fallback();
    // What cannot be had now is not followed: this tab goes on as it is.
    prepare(choice, () => tell(choice)).catch(console.error);
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
      tell(choice);
    },
    use: () => useSyncExternalStore(subscribe, get),
    subscribe,
    beforeFollowing: (given) => void (prepare = given),
  };
}
