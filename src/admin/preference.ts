import { useSyncExternalStore } from 'react';

/** A choice of the person at this browser. It outlives the session, so it is no part of it. */
export type Preference<Choice extends string> = {
  get(): Choice;
  set(choice: Choice): void;
  use(): Choice;
};

/** A remembered choice among `choices`; what another tab chooses is followed. */
export function createPreference<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  fallback: () => Choice,
): Preference<Choice> {
  const listeners = new Set<() => void>();
  let current = read() ?? fallback();

  function read(): Choice | undefined {
    const stored = localStorage.getItem(key);
    return choices.find((choice) => choice === stored);
  }

  function tell(choice: Choice): void {
    current = choice;
    for (const listener of listeners) listener();
  }

  window.addEventListener('storage', (event) => {
    if (event.key === key) tell(read() ?? fallback());
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
  };
}
