import { answerJson } from '../../api/answer.ts';
import type { UserCall } from '../../api/call.ts';
import { defineRoute } from '../../api/extending/define-route.ts';
import { isRefusal, refuse } from '../../api/refusal.ts';
import { problem } from '../../fields/problem.ts';
import { recordsOf } from './activity-rows.ts';
import { userActivityOperation } from './activity-operations.ts';
import { findProject } from './find-project.ts';
import { titlesOf } from './titles-of.ts';
import { createVisible } from './visible.ts';

const MOST_USERS = 200;
export const MOST_DAYS = 366;
export const DAYS = 90;
const DAY = 86_400_000;

type Done = { created: number; edited: number; mapped: number };
type OfUser = Done & { user: string; lastActive: string; days: (Done & { day: string })[] };

/** Who has worked on a project: what they made, changed and mapped, day by day, and when last. */
export const userActivity = defineRoute({
  method: 'GET',
  path: '/api/projects/:id/activity/users',
  needs: [
    { may: 'read', of: 'projects' },
    { may: 'list', of: 'sources' },
  ],
  takesQuery: true,
  operation: userActivityOperation,
  run: async (call) => {
    const unknown = [...new Set(call.query.keys())].filter((name) => name !== 'days');
    if (unknown.length > 0) return refuse(unknown.map((name) => problem('Q001', name)));
    const days = toDays(call.query.getAll('days'));
    if (days === undefined) return refuse(problem('Q007', 'days', { min: 1, max: MOST_DAYS }));
    const found = await findProject(call, { sources: ['project', 'updatedBy', 'updatedAt'] });
    if (isRefusal(found)) return found;

    const since = new Date(Math.floor(Date.now() / DAY) * DAY - (days - 1) * DAY).toISOString();
    const users = await readActivity(call, found.project._id, since);
    const ids = users.map(({ user }) => user);
    const names = await titlesOf(call, 'users', ids);
    const data = users
      .slice(0, MOST_USERS)
      .map((each) => ({ ...each, name: names.get(each.user) ?? null }));
    const body = { since: since.slice(0, 10), data, more: users.length > MOST_USERS };
    return answerJson(call, 200, JSON.stringify(body));
  },
});

function toDays([text = String(DAYS), ...more]: string[]): number | undefined {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return more.length === 0 && days >= 1 && days <= MOST_DAYS ? days : undefined;
}

/** From the history of the records that are there; what was deleted belongs to nobody's project any more. */
async function readActivity(call: UserCall, project: string, since: string): Promise<OfUser[]> {
  const sql = createVisible(call);
  const done = `
    count(*) filter (where operation = 'create' and resource <> 'mappings')::int as created,
    count(*) filter (where operation <> 'create' and resource <> 'mappings')::int as edited,
    count(*) filter (where resource = 'mappings')::int as mapped`;
  return sql.run<OfUser>(
    `with p as materialized (${recordsOf(call, sql, project)}),
    h as materialized (
      select h.by, h.at, h.operation, h.resource from p
      join backoffice.history h on h.resource = p.resource and h.record_id = p._id
      where h.by is not null),
    d as (
      select by, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, ${done} from h
      where at >= ${sql.param(since)} group by 1, 2)
    select by as user, ${done},
      to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastActive",
      (select coalesce(json_agg(json_build_object('day', d.day, 'created', d.created, 'edited', d.edited,
        'mapped', d.mapped) order by d.day), '[]') from d where d.by = h.by) as days
    from h group by by order by max(at) desc, by limit ${MOST_USERS + 1}`,
  );
}
