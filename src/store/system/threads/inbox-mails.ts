import { usualMailTimes } from '../../../contract/people/threads.ts';
import { statement } from '../../connection/statement.ts';
import { sqlTypes } from '../../sql-types.ts';

/** When the daily mail is due, in the time zone of the installation. */
const MORNING = '07:00';
/** The days after which news is not mailed any more, and after which an address that did not work is tried again. */
const DAYS = 7;

/**
 * Entries `i` that nobody has read or was mailed, of people `u` with preferences `p`, with when they are mailed; `$1`
 * is the usual, `$2` the time zone.
 */
const waiting = `backoffice.inbox i join "users" u on u._id = i.person
  left join backoffice.preferences p on p.user_id = i.person
  cross join lateral (select ($1::jsonb || coalesce(p.inbox_mails, '{}')) ->> i.kind as time) chosen
  cross join (select local.at::date - (local.at::time < '${MORNING}')::int as day
    from (select now() at time zone $2 as at) local) last`;

const isWaiting = 'i.read_at is null and i.mailed_at is null';

/** What is due now: one mail a day, and none to an address from which the last one came back. */
const isDue = `${isWaiting} and (i.snoozed_until is null or i.snoozed_until <= current_date) and u."status" = 'confirmed'
  and case chosen.time when 'atOnce' then true when 'daily' then i.at < (last.day + time '${MORNING}') at time zone $2
    and not exists (select from backoffice.outbox d where d.dedupe_key = 'inboxNews/' || i.person || '/' || last.day) end
  and (select o.state = 'parked' and o.ended_at > now() - interval '${DAYS} days' from backoffice.outbox o
    where o.to_address = u."email" and o.ended_at is not null order by o.ended_at desc limit 1) is not true`;

const usual = JSON.stringify(usualMailTimes);

/** Settles entries that are never mailed, so that a later choice does not send what is old. */
export const skipUnwanted = statement.run<[timeZone: string]>(
  `update backoffice.inbox set mailed_at = now() where id in (select i.id from ${waiting}
     where ${isWaiting} and (chosen.time = 'never' or i.at < now() - interval '${DAYS} days'))`,
  (timeZone) => [usual, timeZone],
);

export type DueReader = { _id: string; name: string; email: string };

/** The people to whom a mail is due. */
export const peopleToMail = statement.rows<DueReader, [timeZone: string]>(
  `select distinct u._id, u."name" as name, u."email" as email from ${waiting} where ${isDue}`,
  (timeZone) => [usual, timeZone],
);

/**
 * Takes what is due to a person, in the transaction that puts the mail into the outbox. What one server takes, no other
 * does. `at` names what was taken, `day` the day of a daily mail; nothing, if there is nothing any more.
 */
export const takeNews = statement.first<
  { at: string | null; day: string | null },
  [timeZone: string, person: string]
>(
  `with due as (select i.id, case chosen.time when 'daily' then last.day end as day from ${waiting}
     where i.person = $3 and ${isDue}),
   taken as (update backoffice.inbox i set mailed_at = now() from due where i.id = due.id and ${isWaiting}
     returning i.mailed_at, due.day)
   select ${sqlTypes.timestamptz.toJson('max(mailed_at)')} as at, max(day)::text as day from taken`,
  (timeZone, person) => [usual, timeZone, person],
);
