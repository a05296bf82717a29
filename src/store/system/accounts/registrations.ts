import { requireItem } from '../../../fields/require-entry.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { queueMail } from '../outbox/queue-mail.ts';
import type { QueryRunner } from '../../store.ts';
import { USERS } from '../account.ts';
import { languageOf } from './preferences.ts';
import { adminRoles } from '../../../descriptor/permissions/permissions.ts';
import type { TaskParts } from '../scheduled/run-due-tasks.ts';

/** For how many days a registration is kept after its last change. */
export const REQUEST_DAYS = 30;

/** How many to handle at a time; the next run handles more. */
const BATCH = 100;

/**
 * Deletes registrations that nobody confirmed in time, tells their senders, adds entries to the audit and returns how
 * many. May run at any time and on every server: each registration goes once, with one mail.
 */
export async function expireRequests(parts: TaskParts): Promise<number> {
  const { database, store, descriptor } = parts;
  const users = descriptor.resources.get(USERS);
  if (!users) return 0;
  const rows = await database.rows<{ _id: string; _version: number }>(
    `select _id, _version from "users" where "status" = 'pending'
       and "updatedAt" < now() - make_interval(days => ${REQUEST_DAYS})
     order by "updatedAt" limit ${BATCH}`,
  );
  const [otherwise = 'en'] = descriptor.app.languages;
  let count = 0;
  for (const { _id, _version } of rows) {
    count += await store.transaction(async (part, sql) => {
      const language = await languageOf(sql, _id, otherwise);
      const by = { userId: null, way: 'system', partOf: 'expiry' } as const;
      const removed = await part.remove(users, _id, _version, by);
      // Another server was faster, or something refers to the user: then an admin must look at it.
      if ('failure' in removed) return 0;
      const { name, email, organisation = null } = removed.record;
      await writeAudit(sql, {
        action: 'expired',
        actor: null,
        resource: USERS,
        record: _id,
        detail: { name, email, organisation },
      });
      await queueMail(sql, {
        kind: 'expired',
        to: { address: String(email), name: String(name) },
        language,
        data: { days: REQUEST_DAYS },
        dedupeKey: `expired/${_id}`,
      });
      return 1;
    });
  }
  return count;
}

/** So many registrations per hour are mailed to each admin one by one; the others together, once an hour. */
const TOLD_AT_ONCE = 10;

/** The addresses that got so many mails about registrations within the hour that the next can wait. */
export async function listRecentlyMailed(sql: QueryRunner): Promise<ReadonlySet<string>> {
  const rows = await sql.rows<{ address: string }>(
    `select to_address as address from backoffice.outbox
     where kind = 'registrationReceived' and created_at > now() - interval '1 hour'
     group by to_address having count(*) >= ${TOLD_AT_ONCE}`,
  );
  return new Set(rows.map(({ address }) => address));
}

/** Mails each admin how many people have registered since the last mail about it; returns the number of mails. */
export async function mailDigests({ database, descriptor }: TaskParts): Promise<number> {
  const [otherwise = 'en'] = descriptor.app.languages;
  return await database.transaction(async (sql) => {
    let mails = 0;
    for (const { _id, to, language } of await listAdmins(sql, adminRoles(descriptor), otherwise)) {
      const rows = await sql.rows<{ count: number; last: Date | null }>(
        `select count(u._id)::int as count, max(t.last) as last
         from (select max(created_at) as last from backoffice.outbox
               where kind in ('registrationReceived', 'registrationsReceived') and to_address = $1) t
         left join "users" u on u."status" = 'pending' and u."createdAt" > t.last
           and t.last < now() - interval '1 hour'`,
        [to.address],
      );
      const { count, last } = requireItem(rows, 0);
      if (count === 0 || last === null) continue;
      mails += 1;
      await queueMail(sql, {
        kind: 'registrationsReceived',
        to,
        language,
        data: { count },
        dedupeKey: `registrationsReceived/${_id}/${new Date(last).toISOString()}`,
      });
    }
    return mails;
  });
}

/** All users of these roles who can act on a mail, with the language to write in. */
export async function listAdmins(sql: QueryRunner, roles: readonly string[], otherwise: string) {
  const rows = await sql.rows<{ _id: string; name: string; email: string; language: string }>(
    `select u._id, u."name" as name, u."email" as email, coalesce(p.language, $2) as language
     from "users" u left join backoffice.preferences p on p.user_id = u._id
     where u."role" = any($1) and u."status" = 'confirmed' order by u._id`,
    [roles, otherwise],
  );
  return rows.map(({ name, email, ...row }) => ({ ...row, to: { address: email, name } }));
}
