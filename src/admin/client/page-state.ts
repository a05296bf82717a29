import { useSyncExternalStore } from 'react';

type Listener<Message> = (message: Message) => void;

/** Calls listeners with messages; `listen` returns a function that removes the listener. */
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

/** A value of the whole page that lives as long as the page. */
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
    /** Calls the listener when the value changes. Returns a function that stops it. */
    subscribe: changes.listen,
  };
}
