import { answerJson } from '../../api/http/answer.ts';
import type { UserCall } from '../../api/http/call.ts';
import { defineRoute } from '../../api/extending/define-route.ts';
import { isRefusal, refuse } from '../../api/http/refusal.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { sourceActivityOperation } from './activity-operations.ts';
import { findProject, mayCount } from './find-project.ts';
import { titlesOf } from './titles-of.ts';
import { createVisible, ofProject } from './visible.ts';

const MONTHS = 12;

type OfSource = {
  _id: string;
  createdAt: string;
  lastActive: string;
  changes: number;
  months: { month: string; count: number }[];
};
type Page = { page: number; perPage: number };

/** What has happened to each source of a project and to what was extracted from it, idle ones first. */
export const sourceActivity = defineRoute({
  method: 'GET',
  path: '/api/projects/:id/activity/sources',
  needs: [
    { may: 'read', of: 'projects' },
    { may: 'list', of: 'sources' },
  ],
  takesQuery: true,
  operation: sourceActivityOperation,
  run: async (call) => {
    const asked = parsePage(call.query);
    if ('problems' in asked) return refuse(asked.problems);
    const found = await findProject(call, { sources: ['project', 'createdAt', 'updatedAt'] });
    if (isRefusal(found)) return found;

    const { total, sources } = await readActivity(call, found.project._id, asked);
    const ids = sources.map(({ _id }) => _id);
    const titles = await titlesOf(call, 'sources', ids);
    const data = sources.map((each) => ({ ...each, title: titles.get(each._id) ?? each._id }));
    const { page, perPage } = asked;
    const pageCount = Math.max(1, Math.ceil(total / perPage));
    return answerJson(call, 200, JSON.stringify({ data, total, page, perPage, pageCount }));
  },
});

function parsePage(query: URLSearchParams): Page | { problems: Problem[] } {
  const page = { page: 1, perPage: 10 };
  const problems = [...new Set(query.keys())].flatMap((name) => {
    const bound = Object.hasOwn(bounds, name) ? bounds[name as keyof typeof bounds] : undefined;
    if (!bound) return [problem('Q001', name)];
    const [text = '', ...more] = query.getAll(name);
    const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
    if (more.length > 0 || number < 1 || number > bound.max)
      return [problem('Q007', name, { min: 1, max: bound.max })];
    page[bound.is] = number;
    return [];
  });
  return problems.length > 0 ? { problems } : page;
}

const bounds = {
  _page: { is: 'page', max: 1_000_000 },
  _perPage: { is: 'perPage', max: 100 },
} as const;

/** A source lives by what is extracted from it, too, for who may list that. */
async function readActivity(
  call: UserCall,
  project: string,
  { page, perPage }: Page,
): Promise<{ total: number; sources: OfSource[] }> {
  const sql = createVisible(call);
  const own = sql.rows('sources', ofProject(project));
  const history = `join backoffice.history h on h.resource =`;
  const extracted = mayCount(call, { extractions: ['source'] })
    ? `union all select s._id, h.at from s join ${sql.rows('extractions')} x on x.source = s._id
       ${history} 'extractions' and h.record_id = x._id`
    : '';
  const moment = (value: string) =>
    `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const [answer] = await sql.run<{ total: number; sources: OfSource[] }>(
    `with s as materialized (select _id, "createdAt", "updatedAt" from ${own} t),
    ev as materialized (
      select s._id, h.at from s ${history} 'sources' and h.record_id = s._id ${extracted}),
    a as (
      select s._id, s."createdAt", greatest(s."updatedAt", max(ev.at)) as last, count(ev.at)::int as changes
      from s left join ev on ev._id = s._id group by s._id, s."createdAt", s."updatedAt"),
    shown as (
      select * from a order by last, _id
      limit ${sql.param(perPage)}::int offset ${sql.param((page - 1) * perPage)}::bigint)
    select (select count(*)::int from s) as total, coalesce(json_agg(json_build_object(
      '_id', shown._id, 'createdAt', ${moment('shown."createdAt"')}, 'lastActive', ${moment('shown.last')},
      'changes', shown.changes, 'months', (
        select coalesce(json_agg(json_build_object('month', month, 'count', n) order by month), '[]') from (
          select to_char(ev.at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as n from ev
          where ev._id = shown._id and ev.at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '${MONTHS - 1} months'
          group by 1) m)) order by shown.last, shown._id), '[]') as sources
    from shown`,
  );
  return answer!;
}
