import type { QueryRunner } from '../../store.ts';
import { OUTBOX_CHANNEL } from './put-mail.ts';

type Held = { id: string; lease: string };

/** When a mail is tried again, and when no more; in seconds. */
export type Patience = { first: number; longest: number; giveUpAfter: number };

/**
 * It was accepted: whoever holds the mail now, it is sent, and its token is gone. When the mail server could not be
 * reached before, it can now: those that waited for that are due at once.
 */
export async function endSent(sql: QueryRunner, id: string, subject: string): Promise<void> {
  await sql.query(
    `with sent as (
       update backoffice.outbox set state = 'sent', ended_at = clock_timestamp(), subject = $2,
         lease = null, token = null, data_at = null, error = null, unreachable = false
       where id = $1 and state <> 'sent'),
     hurried as (
       update backoffice.outbox set due_at = clock_timestamp(), unreachable = false
       where state = 'waiting' and unreachable and id <> $1 returning 1)
     select pg_notify('${OUTBOX_CHANNEL}', '') from hurried limit 1`,
    [id, subject],
  );
}

export type Failed = {
  error: string;
  subject: string | null;
  /** Trying again would not help. */
  permanent: boolean;
  /** It was the way to the mail server, and nothing about this mail. */
  unreachable: boolean;
  /** The text went out whole and no answer came: it may have arrived. */
  doubtful: boolean;
};

/** It was not accepted, as far as we know: it waits, longer each time, or is parked for an admin to look at. */
export async function endFailed(
  sql: QueryRunner,
  { id, lease }: Held,
  { error, subject, permanent, unreachable, doubtful }: Failed,
  { first, longest, giveUpAfter }: Patience,
): Promise<void> {
  // Not all at the same moment again. 30 doublings are beyond every `longest`, and more would overflow.
  await sql.query(
    `update backoffice.outbox set
       state = case when ended then 'parked' else 'waiting' end,
       ended_at = case when ended then clock_timestamp() end,
       due_at = clock_timestamp() + make_interval(secs =>
         least($8::float8, $7::float8 * 2 ^ least(30, attempts - 1)) * (0.9 + 0.2 * random())),
       lease = null, data_at = null, error = $3, subject = coalesce($4, subject),
       unreachable = $6 and not ended, doubts = doubts + $10::int
     from (select $5::boolean or waits_since < clock_timestamp() - make_interval(secs => $9::float8) as ended
           from backoffice.outbox where id = $1) judged
     where id = $1 and lease = $2 and state = 'sending'`,
    [
      id,
      lease,
      error.slice(0, 1_000),
      subject,
      permanent,
      unreachable,
      first,
      longest,
      giveUpAfter,
      doubtful ? 1 : 0,
    ],
  );
}

/** The sender stops before anything went out: another one may take the mail at once, and nothing is counted. */
export async function giveBack(sql: QueryRunner, { id, lease }: Held): Promise<void> {
  await sql.query(
    `with given as (
       update backoffice.outbox set state = 'waiting', due_at = clock_timestamp(), lease = null,
         attempts = attempts - 1, data_at = null
       where id = $1 and lease = $2 and state = 'sending' returning 1)
     select pg_notify('${OUTBOX_CHANNEL}', '') from given`,
    [id, lease],
  );
}
