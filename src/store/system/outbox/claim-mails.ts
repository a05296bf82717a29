import type { QueryRunner } from '../../store.ts';
import type { MailData, MailKind } from './mail-kinds.ts';

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
  const { rows } = await sql.query<ClaimedMail>(
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
  return rows;
}

/** Seconds until the next one is due; undefined when none waits. */
export async function nextDue(sql: QueryRunner): Promise<number | undefined> {
  const { rows } = await sql.query<{ seconds: number | null }>(
    `select extract(epoch from min(due_at) - clock_timestamp())::float8 as seconds
     from backoffice.outbox where state in ('waiting', 'sending')`,
  );
  return rows[0]?.seconds ?? undefined;
}

type Held = Pick<ClaimedMail, 'id' | 'lease'>;

/** Says that the sender lives; false when the mail is not its own any more. */
export async function renewLease(
  sql: QueryRunner,
  { id, lease }: Held,
  leaseSeconds: number,
): Promise<boolean> {
  return await renew(sql, 'data_at = data_at', id, lease, leaseSeconds);
}

/**
 * Notes that the text begins to go out, right before it does. False when the mail is not the sender's
 * own any more, and then nothing may go out.
 */
export async function noteData(
  sql: QueryRunner,
  { id, lease }: Held,
  leaseSeconds: number,
): Promise<boolean> {
  return await renew(sql, 'data_at = clock_timestamp()', id, lease, leaseSeconds);
}

async function renew(
  sql: QueryRunner,
  change: string,
  id: string,
  lease: string,
  leaseSeconds: number,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update backoffice.outbox set due_at = clock_timestamp() + make_interval(secs => $3::float8), ${change}
     where id = $1 and lease = $2 and state = 'sending'`,
    [id, lease, leaseSeconds],
  );
  return rowCount === 1;
}
