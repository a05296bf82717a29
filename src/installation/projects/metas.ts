import { isObject } from '../../descriptor/json-object.ts';
import { DocumentLabels, type Label } from './contract.ts';
import { defineReading } from './define-reading.ts';
import { createVisibleQuery, ofProject } from './visible-query.ts';

const MOST_LABELS = 200;
const MOST_VALUES = 20;

type Counted = Pick<Label, 'key' | 'sources' | 'values'>;

/** The labels of a project's documents: the number of sources with each, and their values. */
export const projectMetas = defineReading({
  path: 'metas',
  summary: 'Count the document labels of a project',
  description: `Returns, for each label, the number of sources with it and its values: first those that the project declares, then other values found in sources. At most ${MOST_LABELS} labels, with the ${MOST_VALUES} most frequent values each; every member of a list is counted.`,
  of: 'sources',
  countedFields: { projects: ['metas'], sources: ['project', 'metas'] },
  answer: DocumentLabels,
  read: async (call, project) => {
    const sql = createVisibleQuery(call);
    const answer = await sql.only<{ total: number; labels: Counted[] }>(
      `with s as materialized (select _id, metas from ${sql.rows('sources', ofProject(project._id))} t),
      said as (
        select s._id, m.key, v.value #>> '{}' as value
        from s
        cross join lateral jsonb_each(case jsonb_typeof(s.metas) when 'object' then s.metas else '{}' end) m
        cross join lateral jsonb_array_elements(
          case jsonb_typeof(m.value) when 'array' then m.value else jsonb_build_array(m.value) end) v
        where v.value <> 'null' and v.value <> '""'),
      valued as (
        select key, value, count(distinct _id)::int as count,
          row_number() over (partition by key order by count(distinct _id) desc, value) as place
        from said group by key, value),
      keyed as (
        select key, count(distinct _id)::int as sources from said group by key
        order by 2 desc, 1 limit ${MOST_LABELS + 1})
      select (select count(*)::int from s) as total,
        (select coalesce(json_agg(json_build_object('key', k.key, 'sources', k.sources, 'values',
          (select json_agg(json_build_object('value', v.value, 'count', v.count) order by v.place)
           from valued v where v.key = k.key and v.place <= ${MOST_VALUES + 1}))), '[]') from keyed k) as labels`,
    );
    const { total, labels } = answer;
    return { total, labels: toLabels(project['metas'], labels), more: labels.length > MOST_LABELS };
  },
});

/** First the labels the project declares, even unused ones, then others that sources have. */
function toLabels(declared: unknown, counted: readonly Counted[]): Label[] {
  const own = (Array.isArray(declared) ? declared : []).filter(isObject).slice(0, MOST_LABELS);
  const keys = new Set(own.map(({ key }) => String(key)));
  const others = counted.slice(0, MOST_LABELS).filter(({ key }) => !keys.has(key));
  return [
    ...own.map(({ key, name, type }) => {
      const label = counted.find((each) => each.key === key);
      return toLabel({ key: String(key), sources: 0, values: [], ...label }, { name, type });
    }),
    ...others.map((label) => toLabel(label)),
  ];
}

function toLabel(
  { key, sources, values }: Counted,
  declared?: { name?: unknown; type?: unknown },
): Label {
  return {
    key,
    name: typeof declared?.name === 'string' ? declared.name : key,
    type: typeof declared?.type === 'string' ? declared.type : null,
    declared: declared !== undefined,
    sources,
    values: values.slice(0, MOST_VALUES),
    more: values.length > MOST_VALUES,
  };
}
