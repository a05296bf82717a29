import { useSyncExternalStore } from 'react';

/** One value that concerns the whole page, for as long as it lives. */
type PageState<Value> = { get(): Value; set(value: Value): void; use(): Value };

export function createPageState<Value>(first: Value): PageState<Value> {
  const listeners = new Set<() => void>();
  let current = first;
  const get = (): Value => current;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(value) {
      if (value === current) return;
      current = value;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
