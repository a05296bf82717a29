import { useSyncExternalStore } from 'react';

type Listener<Message> = (message: Message) => void;

/** Tells those who listen; `listen` answers how to stop. */
export function createSignal<Message = void>() {
  const listeners = new Set<Listener<Message>>();
  return {
    send: (message: Message): void => listeners.forEach((listener) => listener(message)),
    listen(listener: Listener<Message>): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** One value that concerns the whole page, for as long as it lives. */
export function createPageState<Value>(first: Value) {
  const changes = createSignal();
  let current = first;
  const get = (): Value => current;
  return {
    get,
    set(value: Value): void {
      if (value === current) return;
      current = value;
      changes.send();
    },
    use: (): Value => useSyncExternalStore(changes.listen, get),
    /** Calls when it is another one. Answers how to stop. */
    subscribe: changes.listen,
  };
}
