import type { QueryRunner } from '../../store.ts';
import { OUTBOX_CHANNEL, type MailData, type MailKind } from './queue-mail.ts';
import { statement } from '../../connection/statement.ts';

/** A mail that only its claimer may send, for as long as the claimer renews the lease. */
export type ClaimedMail = {
  [Kind in MailKind]: {
    id: string;
    kind: Kind;
    address: string;
    name: string | null;
    language: string;
    data: MailData[Kind];
    token: string | null;
    /** The same for every attempt and server, so that receivers recognise a copy. */
    messageId: string;
    createdAt: string;
    /** When its link ends. */
    goodUntil: string | null;
    lease: string;
    /** Its link no longer works. */
    isLate: boolean;
    /** The server that sent it before disappeared while its text went out, so it may have arrived. */
    wasDoubtful: boolean;
  };
}[MailKind];

type Claiming = {
  most: number;
  /** A unique name. */
  lease: string;
  /** How long the claim holds without renewal. */
  leaseSeconds: number;
  /** The end of a new Message-ID. */
  domain: string;
};

/**
 * Claims mails that are due, and those whose sender was silent too long. Every server may ask at once: what one takes,
 * the others do not see. Mails with a link go first, even before five hundred approvals, because somebody is waiting
 * for them.
 */
export const claimMails = statement.rows<ClaimedMail, [claim: Claiming]>(
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
  ({ most, lease, leaseSeconds, domain }) => [most, lease, leaseSeconds, domain],
);

/** Seconds until the next mail is due; undefined when none waits. */
export async function nextDue(sql: QueryRunner): Promise<number | undefined> {
  const seconds = await sql.value<number | null>(
    `select extract(epoch from min(due_at) - clock_timestamp())::float8 as seconds
     from backoffice.outbox where state in ('waiting', 'sending')`,
  );
  return seconds ?? undefined;
}

type Held = Pick<ClaimedMail, 'id' | 'lease'>;

/** The functions it makes return false when the mail no longer belongs to its sender. */
function renewing(change: string) {
  return async (sql: QueryRunner, { id, lease }: Held, leaseSeconds: number): Promise<boolean> =>
    await sql.some(
      `update backoffice.outbox set due_at = clock_timestamp() + make_interval(secs => $3::float8), ${change}
       where id = $1 and lease = $2 and state = 'sending'`,
      [id, lease, leaseSeconds],
    );
}

/** Reports that the sender is alive. */
export const renewLease = renewing('data_at = data_at');

/** Records that the text begins to go out, right before it does. When it returns false, nothing may go out. */
export const markDataSent = renewing('data_at = clock_timestamp()');

/** When to retry a mail, and when to give up; in seconds. */
export type RetryTimes = { first: number; longest: number; giveUpAfter: number };

/**
 * The mail server accepted the mail: it counts as sent whoever holds it now, and its token is deleted. If the mail
 * server could not be reached before, it can now, so mails that waited for that are due at once.
 */
export const completeMail = statement.run<[id: string, subject: string]>(
  `with sent as (
     update backoffice.outbox set state = 'sent', ended_at = clock_timestamp(), subject = $2,
       lease = null, token = null, data_at = null, error = null, unreachable = false
     where id = $1 and state <> 'sent'),
   hurried as (
     update backoffice.outbox set due_at = clock_timestamp(), unreachable = false
     where state = 'waiting' and unreachable and id <> $1 returning 1)
   select pg_notify('${OUTBOX_CHANNEL}', '') from hurried limit 1`,
);

export type MailFailure = {
  error: string;
  subject: string | null;
  /** Another attempt would not help. */
  permanent: boolean;
  /** The mail server could not be reached; the mail itself is not at fault. */
  unreachable: boolean;
  /** The whole text went out and no answer came, so it may have arrived. */
  doubtful: boolean;
};

/** As far as we know the mail was not accepted: it waits, longer each time, or is parked for an admin. */
export async function failMail(
  sql: QueryRunner,
  { id, lease }: Held,
  { error, subject, permanent, unreachable, doubtful }: MailFailure,
  { first, longest, giveUpAfter }: RetryTimes,
): Promise<void> {
  const message = error.slice(0, 1_000);
  // The random part spreads retries. 30 doublings exceed every `longest`; more would overflow.
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
    [id, lease, message, subject, permanent, unreachable, first, longest, giveUpAfter, doubtful],
  );
}

/** There is nothing to say any more. */
export const dropMail = statement.run<[mail: Held]>(
  `delete from backoffice.outbox where id = $1 and lease = $2 and state = 'sending'`,
  ({ id, lease }) => [id, lease],
);

/** The sender stops before anything went out: another one may take the mail at once, and no attempt counts. */
export const releaseMail = statement.run<[mail: Held]>(
  `with given as (
     update backoffice.outbox set state = 'waiting', due_at = clock_timestamp(), lease = null,
       attempts = attempts - 1, data_at = null
     where id = $1 and lease = $2 and state = 'sending' returning 1)
   select pg_notify('${OUTBOX_CHANNEL}', '') from given`,
  ({ id, lease }) => [id, lease],
);
