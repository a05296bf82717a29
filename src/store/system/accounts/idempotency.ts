import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** A request that its client may repeat: the same user, route and key mean the same request. */
export type RepeatableCall = {
  userId: string;
  route: string;
  key: string;
  /** Of the content; different content under the same key is a mistake of the client. */
  fingerprint: string;
};

type Claim =
  /** `work` is the same for every server that takes it over, whatever the first one did. */
  | { claim: 'mine'; work: string }
  | { claim: 'running' }
  | { claim: 'done'; status: number; body: string }
  | { claim: 'other' };

/**
 * Claims a key for the caller, or returns what became of the first request. A claim without an answer that was silent
 * for 15 seconds belongs to a dead server, and another may take it over.
 */
export async function claimKey(sql: QueryRunner, call: RepeatableCall): Promise<Claim> {
  const key = keyOf(call);
  const claimed = await sql.query<{ work: string }>(
    `with swept as (
       delete from backoffice.idempotency_keys where claimed_at < now() - interval '1 day'
         and (user_id, route, key) <> ($1, $2, $3))
     insert into backoffice.idempotency_keys as k (user_id, route, key, fingerprint)
     values ($1, $2, $3, $4)
     on conflict (user_id, route, key) do update
       set fingerprint = excluded.fingerprint, claimed_at = now(), status = null, body = null,
         work = case when k.claimed_at < now() - interval '1 day' then excluded.work else k.work end
       where k.claimed_at < now() - interval '1 day'
         or (k.status is null and k.claimed_at < now() - interval '15 seconds'
             and k.fingerprint = excluded.fingerprint)
     returning work`,
    [...key, call.fingerprint],
  );
  const [mine] = claimed.rows;
  if (mine) return { claim: 'mine', work: mine.work };

  const first = await sql.first<{ fingerprint: string; status: number | null; body: string }>(
    `select fingerprint, status, body from backoffice.idempotency_keys
     where ${OF_KEY}`,
    key,
  );
  // It was dropped in between: the request that held it failed, so this one may try.
  if (first === undefined) return claimKey(sql, call);
  if (first.fingerprint !== call.fingerprint) return { claim: 'other' };
  if (first.status === null) return { claim: 'running' };
  return { claim: 'done', status: first.status, body: first.body };
}

/** Changes a claim that has no answer yet. */
function claiming(change: string) {
  return async (sql: QueryRunner, call: RepeatableCall): Promise<void> => {
    await sql.query(`${change} where ${OF_KEY} and status is null`, keyOf(call));
  };
}

const OF_KEY = '(user_id, route, key) = ($1, $2, $3)';

/** Tells others that the request with the claim is still running. */
export const renewClaim = claiming('update backoffice.idempotency_keys set claimed_at = now()');

/** Keeps the answer for a day; runs in the transaction of the work if there is one. */
export const saveAnswer = statement.run<[call: RepeatableCall, status: number, body: string]>(
  `update backoffice.idempotency_keys set status = $4, body = $5
   where ${OF_KEY}`,
  (call, status, body) => [...keyOf(call), status, body],
);

/** The work failed, and parts of it may be done: the same request may take it over at once. */
export const releaseClaim = claiming(
  `update backoffice.idempotency_keys set claimed_at = now() - interval '16 seconds'`,
);

/** The work had no effect, so the key may be used again. */
export const deleteKey = claiming('delete from backoffice.idempotency_keys');

function keyOf({ userId, route, key }: RepeatableCall): string[] {
  return [userId, route, key];
}
