import { AsyncLocalStorage } from 'node:async_hooks';

/** A user by their id, or a visitor by their network. */
export type Owner = { name: string; isVisitor: boolean };

const current = new AsyncLocalStorage<Owner>();

/** Whose work the connections taken inside are used for. */
export function onBehalfOf<T>(owner: Owner, work: () => T): T {
  return current.run(owner, work);
}

/** Undefined for work of the server's own. */
export function ownerNow(): Owner | undefined {
  return current.getStore();
}
