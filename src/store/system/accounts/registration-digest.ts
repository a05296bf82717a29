import { adminRoles } from '../../../descriptor/permissions/admin-roles.ts';
import { putMail } from '../outbox/put-mail.ts';
import type { QueryRunner } from '../../store.ts';
import type { TaskParts } from '../scheduled/run-due-tasks.ts';
import { listAdmins } from './list-admins.ts';

/** So many registrations an hour are each told to each admin at once; those beyond together, once an hour. */
const TOLD_AT_ONCE = 10;

/** The addresses that have been told of so many registrations within the hour that the next can wait. */
export async function listToldEnough(sql: QueryRunner): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ address: string }>(
    `select to_address as address from backoffice.outbox
     where kind = 'registrationReceived' and created_at > now() - interval '1 hour'
     group by to_address having count(*) >= ${TOLD_AT_ONCE}`,
  );
  return new Set(rows.map(({ address }) => address));
}

/** Tells each admin how many have registered since they were last told of any; answers how many mails that are. */
export async function mailDigests({ database, descriptor }: TaskParts): Promise<number> {
  const [otherwise = 'en'] = descriptor.app.languages;
  return await database.transaction(async (sql) => {
    let mails = 0;
    for (const { _id, to, language } of await listAdmins(sql, adminRoles(descriptor), otherwise)) {
      const { rows } = await sql.query<{ count: number; last: Date | null }>(
        `select count(u._id)::int as count, max(t.last) as last
         from (select max(created_at) as last from backoffice.outbox
               where kind in ('registrationReceived', 'registrationsReceived') and to_address = $1) t
         left join "users" u on u."status" = 'pending' and u."createdAt" > t.last
           and t.last < now() - interval '1 hour'`,
        [to.address],
      );
      const { count, last } = rows[0]!;
      if (count === 0 || last === null) continue;
      mails += 1;
      await putMail(sql, {
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
