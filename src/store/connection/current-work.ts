import { AsyncLocalStorage } from 'node:async_hooks';

/** The request or job that the current code works for. Log lines and slow statements name it. */
export type Work = {
  requestId?: string;
  /** The pattern of the route, once it is found. */
  route?: string;
  /** The span of its trace, while somebody traces (W3C Trace Context). */
  traceparent?: string;
  /** The statements that it has sent, and their milliseconds together. */
  statements?: number;
  databaseMs?: number;
};

const current = new AsyncLocalStorage<Work | undefined>();

/** Runs something, and all that it starts, as part of this work; as part of none with undefined. */
export function runAs<T>(work: Work | undefined, run: () => T): T {
  return current.run(work, run);
}

/** Undefined for work of the server that nobody asked for. */
export function currentWork(): Work | undefined {
  return current.getStore();
}
