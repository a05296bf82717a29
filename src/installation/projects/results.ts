import type { StoredRecord, UserCall } from '../../api/extending.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { termSql } from '../mappings/term-sql.ts';
import { Results, type Counts } from './contract.ts';
import { defineReading, mayCount } from './define-reading.ts';
import { createVisibleQuery, ofProject, titlesOf, type VisibleQuery } from './visible-query.ts';

/** The most values returned for each dimension, by frequency. */
const MAX_COUNTS = 50;

/** The measurements of a project and their results by chem, material group, test type and detection. */
export const projectResults = defineReading({
  path: 'results',
  summary: 'Count the results of a project',
  description: `Counts the extractions that are not rejected and the current masters by chem, material group, test type and detection, with the ${MAX_COUNTS} most frequent values each. Terms are interpreted as in the generation of masters: with the approved mappings of the project's mapping version, otherwise with those of the newest version. Masters are null if the caller may not list them; chems, groups and \`mapped\` are null if the caller may not list mappings and chems.`,
  of: 'extractions',
  countedFields: { extractions: ['project', 'status', 'testType', 'detected'] },
  answer: Results,
  read: async (call, project) => {
    const [extractions, masters] = await Promise.all([
      extractionCounts(call, project),
      mayCount(call, {
        masters: ['project', 'status', 'chem', 'foodContactMaterialGroup', 'testType', 'detected'],
      })
        ? masterCounts(call, project)
        : null,
    ]);
    const ids = [extractions, masters]
      .flatMap((each) => each?.chems ?? [])
      .map(({ value }) => value);
    const distinctIds = [...new Set(ids)].filter((value) => typeof value === 'string');
    const titles = await titlesOf(call, 'chems', distinctIds);
    const withTitles = <Of extends Counted>(counts: Of) => ({
      ...counts,
      chems:
        counts.chems?.slice(0, MAX_COUNTS).map((each) => {
          const label = titles.get(String(each.value));
          return label === undefined ? each : { ...each, label };
        }) ?? null,
      materialGroups: counts.materialGroups?.slice(0, MAX_COUNTS) ?? null,
      more: [counts.chems, counts.materialGroups].some((all) => (all?.length ?? 0) > MAX_COUNTS),
    });
    return { extractions: withTitles(extractions), masters: masters && withTitles(masters) };
  },
});

type Counted = Omit<Counts, 'more'>;
/** `mapped` counts extractions with a known chem; null if the caller may not see the mappings. */
type ExtractionCounts = Counted & { mapped: number | null };

/** What is needed to know the chem and the material of a printed term. */
const dictionary = {
  projects: ['mappingVersion'],
  extractions: ['rawChemName', 'rawCas', 'rawFoodContactArticle'],
  mappings: [
    'mappingId',
    'mappingType',
    'rawTerm',
    'rawCas',
    'chem',
    'target',
    'status',
    'mappingVersion',
  ],
  chems: ['casId'],
};

/** Counts the extractions of a project that are not rejected, interpreted by its mappings like masters. */
async function extractionCounts(call: UserCall, project: StoredRecord): Promise<ExtractionCounts> {
  const sql = createVisibleQuery(call);
  const used: Filter = {
    and: [ofProject(project._id), { path: 'status', operator: 'neq', operands: ['rejected'] }],
  };
  const rows = sql.rows('extractions', used);
  const isRead = mayCount(call, dictionary);
  const read = isRead
    ? readThrough(sql, rows, project['mappingVersion'])
    : `r as materialized (
        select "testType", detected, null::text as chem, null::text as material, count(*) as n
        from ${rows} t group by 1, 2)`;
  const counts = await sql.only<ExtractionCounts>(
    `with ${read} select ${countsOf('r')},
       coalesce(sum(n) filter (where chem is not null), 0)::int as mapped from r`,
  );
  return isRead ? counts : { ...counts, mapped: null, chems: null, materialGroups: null };
}

/** Counts the current masters of a project. */
async function masterCounts(call: UserCall, project: StoredRecord): Promise<Counted> {
  const sql = createVisibleQuery(call);
  const current: Filter = {
    and: [ofProject(project._id), { path: 'status', operator: 'eq', operands: ['current'] }],
  };
  const counts = await sql.only<Counted>(
    `with r as materialized (
      select "testType", detected, chem, "foodContactMaterialGroup" as material, count(*) as n
      from ${sql.rows('masters', current)} t group by 1, 2, 3, 4)
    select ${countsOf('r')} from r`,
  );
  return counts;
}

/**
 * Interprets terms like `masters/dictionary.ts`, but each spelling once, because a million
 * extractions have only thousands: by name and number together, else by the number of a
 * chem, else by the name alone. Of two equal mappings the first by name applies.
 */
function readThrough(sql: VisibleQuery, rows: string, version: unknown): string {
  const approved = sql.rows('mappings', { path: 'status', operator: 'eq', operands: ['approved'] });
  return `
    g as materialized (
      select "testType", detected, "rawChemName", "rawCas", "rawFoodContactArticle", count(*) as n
      from ${rows} t group by 1, 2, 3, 4, 5),
    e as materialized (
      select "testType", detected, ${termSql('"rawChemName"')} as name, ${termSql('"rawCas"')} as cas,
        ${termSql('"rawFoodContactArticle"')} as article, n
      from g),
    m as materialized (
      select "mappingId" as id, "mappingType" as type, ${termSql('"rawTerm"')} as name,
        ${termSql('"rawCas"')} as cas, chem, target, "mappingVersion" as version
      from ${approved} t),
    v as (select coalesce(${sql.param(version ?? null)}::bigint, (select max(version) from m)) as version),
    named as (
      select distinct on (name, cas) name, cas, chem from m join v using (version)
      where type = 'chem' and chem is not null order by name, cas, id),
    numbered as (select ${termSql('"casId"')} as cas, min(_id) as chem from ${sql.rows('chems')} t group by 1),
    made as (
      select distinct on (name) name, target from m join v using (version)
      where type = 'foodContactMaterial' order by name, id),
    r as materialized (
      select e."testType", e.detected, coalesce(pair.chem, numbered.chem, alone.chem) as chem,
        made.target as material, e.n
      from e
      left join named pair on pair.name = e.name and pair.cas = e.cas
      left join numbered on e.cas <> '' and numbered.cas = e.cas
      left join named alone on alone.name = e.name and alone.cas = ''
      left join made on made.name = e.article)`;
}

function countsOf(table: string): string {
  const each = (column: string) =>
    `(select coalesce(json_agg(json_build_object('value', value, 'count', count) order by count desc, value), '[]') from (` +
    `select ${column} as value, sum(n)::int as count from ${table} group by 1 ` +
    `order by 2 desc, 1 limit ${MAX_COUNTS + 1}) t)`;
  return (
    `coalesce(sum(n), 0)::int as total, coalesce(sum(n) filter (where detected), 0)::int as detected, ` +
    `${each('chem')} as chems, ${each('material')} as "materialGroups", ` +
    `${each('"testType"')} as "testTypes", ${each('detected')} as detections`
  );
}
