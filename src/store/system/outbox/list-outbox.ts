import type { MailState, OutboxMail } from '../../../contract/admin.ts';
import { createParams, whenSet } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import { OUTBOX_CHANNEL } from './queue-mail.ts';
import { statement } from '../../connection/statement.ts';

// Token and data are left out, so that no answer can contain a link that opens an account.
const columns = `id, kind, to_address as "to", to_name as name, language, subject, state, attempts,
  created_at as "createdAt", case state when 'waiting' then due_at end as "nextAt",
  ended_at as "endedAt", error, doubts > 0 as "mayHaveArrivedTwice",
  state in ('waiting', 'parked') and coalesce(good_until > clock_timestamp(), true) as "mayRetry"`;

type OutboxQuery = {
  states: readonly MailState[];
  kinds: readonly string[];
  /** A part of the address or the name. */
  q: string;
  after: string | undefined;
  perPage: number;
};

/** Newest first; `next` continues after the last mail. */
export async function listOutbox(
  sql: QueryRunner,
  { states, kinds, q, after, perPage }: OutboxQuery,
): Promise<{ data: OutboxMail[]; next: string | null }> {
  const params = createParams();
  const conditions = [
    ...whenSet(params, states, (names) => `state = any(${names})`),
    ...whenSet(params, kinds, (names) => `kind = any(${names})`),
    ...whenSet(
      params,
      q || undefined,
      (text) => `strpos(lower(concat_ws(' ', to_address, to_name)), lower(${text})) > 0`,
    ),
    ...whenSet(params, after, (id) => `id < ${id}`),
  ];
  const rows = await sql.rows<OutboxMail>(
    `select ${columns} from backoffice.outbox ${conditions.length > 0 ? 'where' : ''}
       ${conditions.join(' and ')} order by id desc limit ${params.add(perPage + 1)}`,
    params.values,
  );
  const data = rows.slice(0, perPage);
  return { data, next: rows.length > perPage ? (data.at(-1)?.id ?? null) : null };
}

/** How many mails there are in each state, with 0 for states without any. */
export async function countOutbox(sql: QueryRunner): Promise<Record<MailState, number>> {
  const counts = (await countMails(sql)).map(({ state, count }) => [state, count]);
  return { waiting: 0, sending: 0, sent: 0, parked: 0, ...Object.fromEntries(counts) };
}

export const findMail = statement.first<OutboxMail, [id: string]>(
  `select ${columns} from backoffice.outbox where id = $1`,
);

/** Since when the oldest overdue mail waits; null when none is overdue. */
export const findMailsWaitSince = statement.value<string | null>(
  `select min(waits_since) as since from backoffice.outbox
   where state in ('waiting', 'sending') and waits_since < now() - interval '5 minutes'`,
);

/** For how many seconds the oldest mail that is not sent yet has waited; 0 when none waits. */
export const readLongestMailWait = statement.value<number>(
  `select coalesce(extract(epoch from clock_timestamp() - min(waits_since)), 0)::float8 as seconds
   from backoffice.outbox where state in ('waiting', 'sending')`,
);

/** How many mails there are in each state; sent ones are kept for 30 days. */
const countMails = statement.rows<{ state: string; count: number }>(
  'select state, count(*) as count from backoffice.outbox group by state',
);

/** Retries a parked or waiting mail at once, and again for two days; false when there is nothing to retry. */
export async function retryMail(sql: QueryRunner, id: string): Promise<boolean> {
  const rows = await sql.rows(
    `with retried as (
       update backoffice.outbox set state = 'waiting', attempts = 0, unreachable = false,
         due_at = clock_timestamp(), waits_since = clock_timestamp(), ended_at = null
       where id = $1 and state in ('waiting', 'parked')
         and coalesce(good_until > clock_timestamp(), true)
       returning 1)
     select pg_notify('${OUTBOX_CHANNEL}', '') from retried`,
    [id],
  );
  return rows.length > 0;
}
