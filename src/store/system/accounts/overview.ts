import type { AccessRequest, SignIn } from '../../../contract/people/people.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { accountColumns } from '../account.ts';
import { REQUEST_DAYS } from './registrations.ts';
import { statement } from '../../connection/statement.ts';

type StoredSignIn = Omit<SignIn, 'browser' | 'system'> & { userAgent: string | null };

/** How many users there are in each role and status. */
export const countUsers = statement.rows<{
  role: string;
  status: string;
  count: number;
}>(
  `select "role" as role, "status" as status, count(*)::int as count from "users"
   group by 1, 2`,
);

const MOST_REQUESTS = 100;
const MOST_DUPLICATES = 5;

/** Lists requests with a proven address first, and the oldest of them first, because they have waited longest. */
export async function listRequests(sql: QueryRunner, users: Resource): Promise<AccessRequest[]> {
  return await sql.rows<AccessRequest>(requestsSql(users));
}

// Capitals, and what mail servers ignore in an address, do not make another person. Each kind of likeness is a join
// of its own, because an "or" between them would compare everybody with everybody.
function requestsSql(users: Resource): string {
  const organisation = users.fields.has('organisation') ? `u."organisation"` : 'null::text';
  return `
    with people as materialized (
      select ${accountColumns(users)}, u._version, u."createdAt", u."updatedAt",
        lower(regexp_replace(trim(u."name"), '\\s+', ' ', 'g')) as plain_name,
        replace(split_part(split_part(lower(u."email"), '@', 1), '+', 1), '.', '')
          || '@' || split_part(lower(u."email"), '@', 2) as plain_address,
        nullif(lower(regexp_replace(trim(${organisation}), '\\s+', ' ', 'g')), '') as plain_organisation
      from "users" u
    ), waiting as (
      select people.*, exists (select from backoffice.proven_emails e
          where e.user_id = people._id and e.email = people."email") as "emailProven"
      from people where "status" = 'pending'
      order by "emailProven" desc, "createdAt", _id limit ${MOST_REQUESTS}
    ), alike as (
      select w._id as request, p._id,
        case when p.plain_organisation = w.plain_organisation then 'nameAndOrganisation' else 'name' end as because
      from waiting w join people p on p.plain_name = w.plain_name and p._id <> w._id
      union all
      select w._id, p._id, 'address'
      from waiting w join people p on p.plain_address = w.plain_address and p._id <> w._id
    ), likenesses as (
      select request, _id, json_agg(because order by because) as because,
        sum(case because when 'name' then 1 else 2 end) as weight
      from alike group by request, _id
    )
    select w._id, w._version, w."name", w."email", w."organisation", w."emailProven",
      split_part(w."email", '@', 2) as domain, w."role", w."createdAt",
      w."updatedAt" + make_interval(days => ${REQUEST_DAYS}) as "expiresAt",
      coalesce((
        select json_agg(json_build_object('_id', p._id, 'name', p."name", 'email', p."email",
          'organisation', p."organisation", 'status', p."status", 'because', l.because)
          order by l.weight desc, l._id)
        from (select * from likenesses where request = w._id
              order by weight desc, _id limit ${MOST_DUPLICATES}) l
        join people p on p._id = l._id
      ), '[]') as duplicates
    from waiting w order by w."emailProven" desc, w."createdAt", w._id`;
}

/** The latest sign-ins. */
export const listSignIns = statement.rows<StoredSignIn, [most: number]>(
  `select u._id as "userId", u."name" as name, u."email" as email, u."role" as role,
     s.created_at as at, s.address, s.user_agent as "userAgent"
   from backoffice.sessions s join "users" u on u._id = s.user_id
   where not s.awaits_approval order by s.created_at desc limit $1`,
);
