import { storedFields } from '../../records/sql/stored-fields.ts';
import { newId } from '../../records/sql/new-id.ts';
import type { Actor, QueryRunner } from '../../store.ts';
import type { HookBatch, HookedOperation, WrittenRecord } from '../../write-hooks.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { CommittedRecord } from './hook-code.ts';
import { hookDepth } from './run-hook.ts';
import { requireValue } from '../../../fields/require-entry.ts';
import { statement } from '../../connection/statement.ts';

/** Tells every server that a hook is to be called after a commit. */
export const HOOK_CHANNEL = 'backoffice_hooks';

/** The seconds that a call may take, until another server may repeat it, and between attempts. */
export const times = { limit: 60, lease: 90, first: 10, longest: 3_600, giveUpAfter: 172_800 };

/**
 * Stores a call in the transaction of the write. It holds no values, so that erased ones are nowhere else: the hook
 * gets the records as they are when it is called.
 */
export async function queueHookCall(
  hook: string,
  operation: HookedOperation,
  { resource, records, by: { userId, way, changeSet, key }, sql }: HookBatch<WrittenRecord>,
): Promise<void> {
  const names = storedFields(resource).map(({ name }) => name);
  const written = records.map(({ id, before, after }): CommittedRecord => {
    const isChange = before !== undefined && after !== undefined;
    const changed = isChange ? names.filter((name) => !isSameJson(before[name], after[name])) : [];
    return { id, version: requireValue(after ?? before, 'record')._version, changed };
  });
  await sql.query(
    `with put as (
       insert into backoffice.hook_calls (id, hook, resource, operation, records, by, depth)
       values ($1, $2, $3, $4, $5, $6, $7) returning 1)
     select pg_notify('${HOOK_CHANNEL}', '') from put`,
    [
      newId(),
      hook,
      resource.name,
      operation,
      JSON.stringify(written),
      JSON.stringify({ userId, way, changeSet, key }),
      hookDepth(),
    ],
  );
}

export type HookCall = {
  id: string;
  hook: string;
  resource: string;
  operation: HookedOperation;
  records: CommittedRecord[];
  by: Actor;
  depth: number;
  attempts: number;
  lease: string;
};

/** The oldest call that is due, of these hooks. What one server takes, the others do not get until its lease ends. */
export const claimHookCall = statement.first<HookCall, [hooks: readonly string[]]>(
  `update backoffice.hook_calls c set attempts = attempts + 1, lease = $2,
     due_at = clock_timestamp() + make_interval(secs => $3::float8)
   from (select id from backoffice.hook_calls
         where state = 'waiting' and due_at <= clock_timestamp() and hook = any($1)
         order by due_at limit 1 for update skip locked) due
   where c.id = due.id
   returning c.id, hook, resource, operation, records, by, depth, attempts, lease`,
  (hooks) => [hooks, newId(), times.lease],
);

export const completeHookCall = statement.run<[id: string]>(
  'delete from backoffice.hook_calls where id = $1',
);

/** It is due again later, each time after a longer pause. Returns whether it was given up instead. */
export async function failHookCall(
  sql: QueryRunner,
  { id, lease }: Pick<HookCall, 'id' | 'lease'>,
  error: string,
): Promise<boolean> {
  const state = await sql.value<string | undefined>(
    `update backoffice.hook_calls set lease = null, error = $3,
       state = case when created_at < clock_timestamp() - make_interval(secs => $6::float8)
         then 'parked' else 'waiting' end,
       due_at = clock_timestamp() + make_interval(secs =>
         least($5::float8, $4::float8 * 2 ^ least(30, attempts - 1)))
     where id = $1 and lease = $2 returning state`,
    [id, lease, error.slice(0, 1_000), times.first, times.longest, times.giveUpAfter],
  );
  return state === 'parked';
}

/** Seconds until the next call of these hooks is due; undefined when none waits. */
export async function nextHookCall(
  sql: QueryRunner,
  hooks: readonly string[],
): Promise<number | undefined> {
  const seconds = await sql.value<number | null>(
    `select extract(epoch from min(due_at) - clock_timestamp())::float8 as seconds
     from backoffice.hook_calls where state = 'waiting' and hook = any($1)`,
    [hooks],
  );
  return seconds ?? undefined;
}
