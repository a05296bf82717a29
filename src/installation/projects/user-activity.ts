import { addDays, toLocalDay, type UserCall } from '../../api/extending.ts';
import { termSql } from '../mappings/term-sql.ts';
import { UserActivity, type ActiveUser } from './contract.ts';
import { defineReading, mayCount } from './define-reading.ts';
import { createVisibleQuery, ofProject, titlesOf, type VisibleQuery } from './visible-query.ts';

const MOST_USERS = 200;

/** The activity of users on a project: what they created, changed and mapped by day, and when last. */
export const userActivity = defineReading({
  path: 'activity/users',
  summary: 'List the user activity of a project',
  description: `Returns at most ${MOST_USERS} users, most recently active first: how many times each has created or changed a source, extraction or master of the project, or a mapping of one of its terms, in total and for each day. Counts only existing records that the caller may list.`,
  of: 'sources',
  countedFields: { sources: ['project', 'updatedBy', 'updatedAt'] },
  parameters: {
    days: {
      usual: 90,
      max: 366,
      description: 'The number of days to list one by one, including today.',
    },
  },
  answer: UserActivity,
  read: async (call, project, { days }) => {
    const since = addDays(toLocalDay(new Date(), call.descriptor.app.timeZone), 1 - days);
    const users = await readActivity(call, project._id, since);
    const ids = users.map(({ user }) => user);
    const names = await titlesOf(call, 'users', ids);
    const data = users
      .slice(0, MOST_USERS)
      .map((each) => ({ ...each, name: names.get(each.user) ?? null }));
    return { since, data, more: users.length > MOST_USERS };
  },
});

/** Reads the history of existing records; deleted records belong to no project any more. */
async function readActivity(
  call: UserCall,
  project: string,
  since: string,
): Promise<Omit<ActiveUser, 'name'>[]> {
  const sql = createVisibleQuery(call);
  const records = recordsOf(call, sql, project);
  const timeZone = sql.param(call.descriptor.app.timeZone);
  const done = `
    coalesce(sum(n) filter (where not "isMapping" and "isNew"), 0)::int as created,
    coalesce(sum(n) filter (where not "isMapping" and not "isNew"), 0)::int as edited,
    coalesce(sum(n) filter (where "isMapping"), 0)::int as mapped`;
  return sql.run<Omit<ActiveUser, 'name'>>(
    `with h as materialized (${records.map((each) => historyOf(each, timeZone)).join(' union all ')}),
    d as (select by, day, ${done} from h where day >= ${sql.param(since)}::date group by 1, 2)
    select by as user, ${done},
      to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastActive",
      (select coalesce(json_agg(json_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'created', d.created, 'edited', d.edited,
        'mapped', d.mapped) order by d.day), '[]') from d where d.by = h.by) as days
    from h group by by order by max(at) desc, by limit ${MOST_USERS + 1}`,
  );
}

/** Counts by user and day first, which keeps the union small, however much has happened. */
function historyOf({ resource, ids }: OwnRecords, timeZone: string): string {
  return `
    select h.by, (h.at at time zone ${timeZone})::date as day, max(h.at) as at,
      ${resource === 'mappings'} as "isMapping", h.operation = 'create' as "isNew", count(*) as n
    from backoffice.history h
    where h.resource = '${resource}' and h.by is not null and h.record_id in (${ids})
    group by 1, 2, 4, 5`;
}

/** The resources with records of a project, each counted only if the caller may list it and read its project. */
const services = ['sources', 'extractions', 'masters'];

/** The records of one resource in a project; `ids` is a statement that returns their `_id`s. */
type OwnRecords = { resource: string; ids: string };

/** The records of a project by resource; none if the caller may not list any of them. */
function recordsOf(call: UserCall, sql: VisibleQuery, project: string): OwnRecords[] {
  const own = services
    .filter((name) => mayCount(call, { [name]: ['project'] }))
    .map((resource) => ({
      resource,
      ids: `select t._id from ${sql.rows(resource, ofProject(project))} t`,
    }));
  return [...own, ...mappingsOf(call, sql, project)];
}

/** A mapping belongs to no project; it counts for every project with its term. */
function mappingsOf(call: UserCall, sql: VisibleQuery, project: string): OwnRecords[] {
  const countedFields = {
    mappings: ['rawTerm', 'mappingType'],
    extractions: ['project', 'rawChemName', 'rawChemFunction', 'rawFoodContactArticle'],
  };
  if (!mayCount(call, countedFields)) return [];
  const ids = `select m._id from ${sql.rows('mappings')} m
     where (m."mappingType", ${termSql('m."rawTerm"')}) in (
       select w.type, ${termSql('w.word')} from (
         select distinct "rawChemName" as name, "rawChemFunction" as use, "rawFoodContactArticle" as article
         from ${sql.rows('extractions', ofProject(project))} t) x
       cross join lateral (values ('chem', x.name), ('chemFunction', x.use),
         ('foodContactArticle', x.article), ('foodContactMaterial', x.article)) w(type, word)
       where w.word is not null)`;
  return [{ resource: 'mappings', ids }];
}
