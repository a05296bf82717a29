import { answerJson } from '../../api/http/answer.ts';
import type { UserCall } from '../../api/http/call.ts';
import { defineRoute } from '../../api/extending/define-route.ts';
import { isRefusal, refuse } from '../../api/http/refusal.ts';
import { problem } from '../../fields/problem.ts';
import { recordsOf, type OwnRecords } from './activity-rows.ts';
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
  const records = recordsOf(call, sql, project);
  const done = `
    coalesce(sum(n) filter (where not "isMapping" and "isNew"), 0)::int as created,
    coalesce(sum(n) filter (where not "isMapping" and not "isNew"), 0)::int as edited,
    coalesce(sum(n) filter (where "isMapping"), 0)::int as mapped`;
  return sql.run<OfUser>(
    `with h as materialized (${records.map(historyOf).join(' union all ')}),
    d as (select by, day, ${done} from h where day >= ${sql.param(since.slice(0, 10))}::date group by 1, 2)
    select by as user, ${done},
      to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastActive",
      (select coalesce(json_agg(json_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'created', d.created, 'edited', d.edited,
        'mapped', d.mapped) order by d.day), '[]') from d where d.by = h.by) as days
    from h group by by order by max(at) desc, by limit ${MOST_USERS + 1}`,
  );
}

/** By whom, on which day: small before anything is put together, however much has happened. */
function historyOf({ resource, ids }: OwnRecords): string {
  return `
    select h.by, (h.at at time zone 'UTC')::date as day, max(h.at) as at,
      ${resource === 'mappings'} as "isMapping", h.operation = 'create' as "isNew", count(*) as n
    from backoffice.history h
    where h.resource = '${resource}' and h.by is not null and h.record_id in (${ids})
    group by 1, 2, 4, 5`;
}
