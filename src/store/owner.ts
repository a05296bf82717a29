import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Whose work the connections taken inside are used for: a user, or the network of a visitor. */
export function onBehalfOf<T>(owner: string, work: () => T): T {
  return current.run(owner, work);
}

/** Undefined for work of the server's own. */
export function ownerNow(): string | undefined {
  return current.getStore();
}
