import type { QueryRunner } from '../../store.ts';
import { OUTBOX_CHANNEL, type MailData, type MailKind } from './put-mail.ts';

/** A mail that its claimer alone may send, for as long as the lease is renewed. */
export type ClaimedMail = {
  [Kind in MailKind]: {
    id: string;
    kind: Kind;
    address: string;
    name: string | null;
    language: string;
    data: MailData[Kind];
    token: string | null;
    /** The same at every attempt, by whichever server: what receivers know a copy by. */
    messageId: string;
    createdAt: string;
    /** When its link ends. */
    goodUntil: string | null;
    lease: string;
    /** Its link opens nothing any more. */
    isLate: boolean;
    /** The server that sent it before was not heard of again while its text went out: it may have arrived. */
    wasDoubtful: boolean;
  };
}[MailKind];

type Claiming = {
  most: number;
  /** A name nobody else has. */
  lease: string;
  /** How long the claim holds without being renewed. */
  leaseSeconds: number;
  /** What a new Message-ID ends with. */
  domain: string;
};

/**
 * Takes mails that are due, and those whose sender was not heard of in time. Every server may ask at once:
 * what one of them takes the others do not see. Mails with a link go first: somebody sits and waits for them,
 * be there five hundred approvals before.
 */
export async function claimMails(
  sql: QueryRunner,
  { most, lease, leaseSeconds, domain }: Claiming,
): Promise<ClaimedMail[]> {
  return await sql.rows<ClaimedMail>(
    `update backoffice.outbox o set state = 'sending', lease = $2, attempts = attempts + 1,
       due_at = clock_timestamp() + make_interval(secs => $3::float8),
       doubts = doubts + due.doubt, data_at = null,
       message_id = coalesce(message_id, o.id || '@' || $4::text)
     from (select id, (data_at is not null)::int as doubt from backoffice.outbox
           where state in ('waiting', 'sending') and due_at <= clock_timestamp()
           order by token is null, due_at limit $1 for update skip locked) due
     where o.id = due.id
     returning o.id, kind, to_address as address, to_name as name, language, data, token,
       message_id as "messageId", created_at as "createdAt", good_until as "goodUntil", lease,
       coalesce(good_until <= clock_timestamp(), false) as "isLate", due.doubt = 1 as "wasDoubtful"`,
    [most, lease, leaseSeconds, domain],
  );
}

/** Seconds until the next one is due; undefined when none waits. */
export async function nextDue(sql: QueryRunner): Promise<number | undefined> {
  const seconds = await sql.value<number | null>(
    `select extract(epoch from min(due_at) - clock_timestamp())::float8 as seconds
     from backoffice.outbox where state in ('waiting', 'sending')`,
  );
  return seconds ?? undefined;
}

type Held = Pick<ClaimedMail, 'id' | 'lease'>;

/** Answers false when the mail is not its sender's own any more. */
function renewing(change: string) {
  return async (sql: QueryRunner, { id, lease }: Held, leaseSeconds: number): Promise<boolean> =>
    await sql.some(
      `update backoffice.outbox set due_at = clock_timestamp() + make_interval(secs => $3::float8), ${change}
       where id = $1 and lease = $2 and state = 'sending'`,
      [id, lease, leaseSeconds],
    );
}

/** Says that the sender lives. */
export const renewLease = renewing('data_at = data_at');

/** Notes that the text begins to go out, right before it does. When it answers false, nothing may go out. */
export const noteData = renewing('data_at = clock_timestamp()');

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
  const said = error.slice(0, 1_000);
  // Not all at the same moment again. 30 doublings are beyond every `longest`, and more would overflow.
  await sql.query(
    `update backoffice.outbox set
       state = case when ended then 'parked' else 'waiting' end,
       ended_at = case when ended then clock_timestamp() end,
       due_at = clock_timestamp() + make_interval(secs =>
         least($8::float8, $7::float8 * 2 ^ least(30, attempts - 1)) * (0.9 + 0.2 * random())),
       lease = null, data_at = null, error = $3, subject = coalesce($4, subject),
       unreachable = $6 and not ended, doubts = doubts + $10::boolean::int
     from (select $5::boolean or waits_since < clock_timestamp() - make_interval(secs => $9::float8) as ended
           from backoffice.outbox where id = $1) judged
     where id = $1 and lease = $2 and state = 'sending'`,
    [id, lease, said, subject, permanent, unreachable, first, longest, giveUpAfter, doubtful],
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
