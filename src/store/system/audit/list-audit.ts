import type { AuditLine } from '../../../contract/admin.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { USERS } from '../account.ts';
import { createParams, whenSet } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';

export type AuditQuery = {
  actions: readonly string[];
  actors: readonly string[];
  /** The users that the action affected. */
  about: readonly string[];
  resource: string | undefined;
  record: string | undefined;
  /** From this time on, and before that one; RFC 3339. */
  from: string | undefined;
  before: string | undefined;
  /** Each word must occur somewhere in the entry. */
  words: readonly string[];
  after: string | undefined;
  perPage: number;
};

/** Newest first; `next` continues after the last entry. */
export async function listAudit(
  sql: QueryRunner,
  users: Resource | undefined,
  query: AuditQuery,
): Promise<{ data: AuditLine[]; next: string | null }> {
  const { actions, actors, about, resource, record, from, before, words, after, perPage } = query;
  const params = createParams();
  const conditions = [
    ...whenSet(params, actions, (names) => `a.action = any(${names})`),
    ...whenSet(params, actors, (ids) => `a.actor = any(${ids})`),
    ...whenSet(params, about, (ids) => `a.resource = 'users' and a.record = any(${ids})`),
    ...whenSet(params, resource, (name) => `a.resource = ${name}`),
    ...whenSet(params, record, (id) => `a.record = ${id}`),
    ...whenSet(params, from, (moment) => `a.at >= ${moment}`),
    ...whenSet(params, before, (moment) => `a.at < ${moment}`),
    ...whenSet(params, after, (seq) => `a.seq < ${seq}`),
    ...words.map((word) => `strpos(lower(${searched}), lower(${params.add(word)})) > 0`),
  ];
  const rows = await sql.rows<
    Omit<AuditLine, 'actor' | 'about'> & Record<'userId' | Names, string | null>
  >(
    `select a.seq::text as id, a.at, a.action, a.address, a.session, a.request as "requestId",
       a.resource, a.record, a.detail, a.actor as "userId",
       coalesce(a.actor_name, u.name) as name, coalesce(a.actor_email, u.email) as email,
       coalesce(a.about_name, s.name) as "aboutName", coalesce(a.about_email, s.email) as "aboutEmail"
     from backoffice.audit a left join ${usersOf(users)} u on u._id = a.actor
       left join ${usersOf(users)} s on a.resource = 'users' and s._id = a.record
     ${conditions.length > 0 ? 'where' : ''} ${conditions.join(' and ')}
     order by a.seq desc limit ${params.add(perPage + 1)}`,
    params.values,
  );
  const data = rows
    .slice(0, perPage)
    .map(({ userId, name, email, aboutName, aboutEmail, ...line }) => ({
      ...line,
      actor: userId === null ? null : { _id: userId, name, email },
      about:
        line.resource === USERS && line.record !== null
          ? { _id: line.record, name: aboutName, email: aboutEmail }
          : null,
    }));
  return { data, next: rows.length > perPage ? (data.at(-1)?.id ?? null) : null };
}

type Names = 'name' | 'email' | 'aboutName' | 'aboutEmail';

// Old entries have no names of their own.
const searched = `concat_ws(' ', a.action, a.actor, a.actor_name, a.actor_email, a.about_name, a.about_email,
  u.name, u.email, a.address, a.request,
  a.resource, a.record, a.detail::text)`;

/** An installation without users has nobody to name. */
function usersOf(users: Resource | undefined): string {
  const nobody = '(select null::text as _id, null::text as name, null::text as email)';
  return users?.fields.has('name') && users.fields.has('email') ? '"users"' : nobody;
}
