import type { UserCall } from '../../api/extending.ts';
import { SourceActivity, type ActiveSource } from './contract.ts';
import { defineReading, mayCount } from './define-reading.ts';
import { createVisibleQuery, ofProject, titlesOf } from './visible-query.ts';

const MONTHS = 12;

type Active = { total: number; sources: Omit<ActiveSource, 'title'>[] };

/** The activity on each source of a project and its extractions, idle sources first. */
export const sourceActivity = defineReading({
  path: 'activity/sources',
  summary: 'List the source activity of a project',
  description:
    'Returns a page of sources, least recently changed first: when each was created, when it or one of its extractions was last changed, the number of changes, and the number in each of the last twelve months.',
  of: 'sources',
  countedFields: { sources: ['project', 'createdAt', 'updatedAt'] },
  parameters: { _page: { usual: 1, max: 1_000_000 }, _perPage: { usual: 10, max: 100 } },
  answer: SourceActivity,
  read: async (call, project, page) => {
    const { total, sources } = await readActivity(call, project._id, page);
    const ids = sources.map(({ _id }) => _id);
    const titles = await titlesOf(call, 'sources', ids);
    const data = sources.map((each) => ({ ...each, title: titles.get(each._id) ?? each._id }));
    const { _page, _perPage } = page;
    const pageCount = Math.max(1, Math.ceil(total / _perPage));
    return { data, total, page: _page, perPage: _perPage, pageCount };
  },
});

/** Extractions count as activity of their source, if the caller may list them. */
async function readActivity(
  call: UserCall,
  project: string,
  { _page, _perPage }: { _page: number; _perPage: number },
): Promise<Active> {
  const sql = createVisibleQuery(call);
  const own = sql.rows('sources', ofProject(project));
  const history = `join backoffice.history h on h.resource =`;
  const extracted = mayCount(call, { extractions: ['source'] })
    ? `union all select s._id, h.at from s join ${sql.rows('extractions')} x on x.source = s._id
       ${history} 'extractions' and h.record_id = x._id`
    : '';
  const zone = sql.param(call.descriptor.app.timeZone);
  const moment = (value: string) =>
    `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const answer = await sql.only<Active>(
    `with s as materialized (select _id, "createdAt", "updatedAt" from ${own} t),
    ev as materialized (
      select s._id, h.at from s ${history} 'sources' and h.record_id = s._id ${extracted}),
    a as (
      select s._id, s."createdAt", greatest(s."updatedAt", max(ev.at)) as last, count(ev.at)::int as changes
      from s left join ev on ev._id = s._id group by s._id, s."createdAt", s."updatedAt"),
    shown as (
      select * from a order by last, _id
      limit ${sql.param(_perPage)}::int offset ${sql.param((_page - 1) * _perPage)}::bigint)
    select (select count(*)::int from s) as total, coalesce(json_agg(json_build_object(
      '_id', shown._id, 'createdAt', ${moment('shown."createdAt"')}, 'lastActive', ${moment('shown.last')},
      'changes', shown.changes, 'months', (
        select coalesce(json_agg(json_build_object('month', month, 'count', n) order by month), '[]') from (
          select to_char(ev.at at time zone ${zone}, 'YYYY-MM') as month, count(*)::int as n from ev
          where ev._id = shown._id and ev.at >=
            (date_trunc('month', now() at time zone ${zone}) - interval '${MONTHS - 1} months') at time zone ${zone}
          group by 1) m)) order by shown.last, shown._id), '[]') as sources
    from shown`,
  );
  return answer;
}
