import type { LogFields } from '../../log-fields.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { resourceFinder } from '../../../descriptor/resource-finder.ts';
import type { Database } from '../../connection/database.ts';
import type { Store } from '../../store.ts';
import {
  claimHookCall,
  completeHookCall,
  failHookCall,
  times,
  type HookCall,
} from './hook-calls.ts';
import { isScheduled, nameOfHook, type HookCode, type RecordHook } from './hook-code.ts';
import { runHook } from './run-hook.ts';

export type CallParts = {
  database: Database;
  store: Store;
  descriptor: Descriptor;
  hooks: readonly HookCode[];
  log: Record<'warn' | 'error', (fields: LogFields, message: string) => void>;
};

/** The names of the hooks that are called after a commit. */
export function namesAfterCommit(hooks: readonly HookCode[]): string[] {
  return hooks.flatMap((code) =>
    !isScheduled(code) && code.afterCommit ? [nameOfHook(code)] : [],
  );
}

/** Calls the hook of the call that is due first. Returns false when none is due. */
export async function callDueHook(parts: CallParts): Promise<boolean> {
  const { database, hooks, log } = parts;
  const call = await claimHookCall(database, namesAfterCommit(hooks));
  if (!call) return false;
  const about = { hook: call.hook, key: call.id, attempt: call.attempts };
  try {
    await withinTime(callHook(parts, call));
    await completeHookCall(database, call.id);
  } catch (err) {
    const isParked = await failHookCall(database, call, String(err));
    const end = isParked ? 'it is not called again' : 'it is called again later';
    log.error({ ...about, err }, `A hook failed after a commit; ${end}`);
  }
  return true;
}

async function callHook({ database, store, descriptor, hooks }: CallParts, call: HookCall) {
  const code = hooks.find((each): each is RecordHook => nameOfHook(each) === call.hook);
  const resource = descriptor.resources.get(call.resource);
  const afterCommit = code?.afterCommit;
  const run = afterCommit?.[call.operation]?.bind(afterCommit);
  // The code or the collection is gone since the write.
  if (!run || !resource) return;
  const ids = call.records.map(({ id }) => id);
  const storedRecords = await store.findMany(resource, '_id', ids);
  const current = new Map(storedRecords.map((record) => [record._id, record]));
  const records = call.records.map((each) => {
    const record = current.get(each.id);
    return record ? { ...each, record } : each;
  });
  const { by, id: key, attempts: attempt } = call;
  const resourceOf = resourceFinder(descriptor);
  await runHook(
    call.hook,
    () => run({ resource, resourceOf, records, by, key, attempt, store, sql: database }),
    call.depth,
  );
}

/** Before the lease of the call ends, so that no other server calls the hook while this one still waits for it. */
async function withinTime(work: Promise<void>): Promise<void> {
  const stop = new AbortController();
  const limit = pause(times.limit * 1_000, undefined, { ref: false, signal: stop.signal });
  try {
    await Promise.race([
      work,
      limit.then(() => {
        throw new Error(`The hook took longer than ${times.limit} seconds`);
      }),
    ]);
  } finally {
    stop.abort();
    limit.catch(() => undefined);
  }
}
