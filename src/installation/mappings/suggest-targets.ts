import { answer } from '../../api/http/answer.ts';
import { defineRoute } from '../../api/extending/define-route.ts';
import { json, jsonBody } from '../../api/http/operation/schemas.ts';
import { parseBody } from '../../api/http/json-body.ts';
import { isRefusal, refuse } from '../../api/http/refusal.ts';
import { toTerm } from '../masters/term.ts';
import { Suggestions, suggestionsBody, type Suggestion } from './contract.ts';
import { findHiddenMappings, mappingRights } from '../find-hidden.ts';
import type { Database } from '../../store/connection/database.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { wordsColumn } from '../../store/schema/place.ts';
import { resourceNamed } from '../masters/read-all.ts';
import { kinds, type Kind } from './kinds.ts';
import { termSql } from './term-sql.ts';

/** Suggests targets for the terms on a screen in one call, the most certain first. */
export const suggestTargets = defineRoute({
  method: 'POST',
  path: '/api/mappings/suggestions',
  needs: mappingRights,
  operation: () => ({
    operationId: 'mappings.suggestions',
    summary: 'Suggest targets for raw terms',
    description: 'Compares names, CAS numbers, synonyms and trigrams. Does not write anything.',
    tags: ['mappings'],
    requestBody: jsonBody(suggestionsBody),
    responses: {
      200: json(
        'The suggestions for each term in the order of the request, most reliable first',
        Suggestions,
      ),
    },
    problems: [413, 415, 422],
  }),
  run: async (call) => {
    const read = await parseBody(call, suggestionsBody);
    if (isRefusal(read)) return read;
    const hidden = findHiddenMappings(call);
    if (hidden) return refuse(hidden);
    const { kind, terms, most, search } = read.value;
    const asked = terms.map(({ term: printed, cas }) => ({
      term: toTerm(printed),
      numbers: findNumbers(`${cas} ${printed}`),
    }));
    const { rows } = await readWidely(call.parts.database, (sql) => {
      const values = [JSON.stringify(asked), search];
      return sql.query<Suggested>(suggestionsSql(call.descriptor, kind), values);
    });
    const data = terms.map((_, at) =>
      toSuggestions(
        rows.filter((row) => row.at === at + 1),
        most,
      ),
    );
    return answer(call, 200, Suggestions, { data });
  },
});

/** The CAS numbers in a printed text, whatever surrounds them. */
function findNumbers(printed: string): string[] {
  return [...new Set(printed.match(/(?<!\d)[1-9]\d{1,6}-\d\d-\d(?!\d)/g) ?? [])];
}

const surest = ['exact', 'cas', 'synonym', 'similar'];

/** Each target once, with its best reason. */
function toSuggestions(rows: readonly Suggested[], most: number): Suggestion[] {
  const rank = ({ method, score }: Suggested) => surest.indexOf(method) * 2 - score;
  const best = new Map<string, Suggested>();
  for (const row of [...rows].sort((one, other) => rank(one) - rank(other))) {
    const key = JSON.stringify([row.target, row.target === row.note ? row.name : '']);
    if (!best.has(key)) best.set(key, row);
  }
  return [...best.values()]
    .slice(0, most)
    .map(({ target, name, note, method, score }) => ({ target, name, note, method, score }));
}

/** Reads all extractions at once, with more time than other requests and enough memory to group 100,000 terms. */
function readWidely<Result>(
  database: Database,
  read: (sql: QueryRunner) => Promise<Result>,
): Promise<Result> {
  return database.for('report').transaction(
    async (sql) => {
      await sql.query(`set local work_mem = '48MB'`);
      return read(sql);
    },
    { readOnly: true, timeout: 20_000 },
  );
}

/** A suggested target and its reason. For articles and materials, `target` and `note` are both the key. */
export type Suggested = Suggestion & {
  /** The number of the term, from 1. */
  at: number;
};

/** A table `t` with targets. One column has all words of a record and a trigram index. */
type Source = {
  from: string;
  where: string;
  target: string;
  name: string;
  note: string;
  /** The names of the target itself and its other names, each an array of texts in lower case. */
  names: string;
  others: string;
  words: string;
  number?: string;
};

const LIKE_AT_LEAST = 0.3;
const CANDIDATES = 12;
/** Each trigram costs a look-up, and the beginning of a long name is enough to find candidates. */
const BEGINNING = 40;

/**
 * One statement for many terms: `$1` has the terms with their CAS numbers as JSON, `$2` says
 * whether the user types. Similar names are searched only if no name is equal.
 */
function suggestionsSql(descriptor: Descriptor, kind: Kind): string {
  const source = sourceOf(descriptor, kind);
  const { from, where, target, name, note, names, others, words, number } = source;
  const row = `${target} as target, ${name} as name, ${note} as note`;
  const score = `(select max(similarity(n, a.term)) from unnest(${names} || ${others}) n)`;
  const byNumber =
    number &&
    `union all select a.at, ${row}, 'cas', 1 from asked a join ${from} on ${number} = any(a.numbers) and ${where}`;
  return `with asked as materialized (
      select ordinality::int as at, a ->> 'term' as term,
        array(select jsonb_array_elements_text(a -> 'numbers')) as numbers,
        '%' || regexp_replace(a ->> 'term', '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern
      from jsonb_array_elements($1::jsonb) with ordinality as a (a, ordinality)),
    same as materialized (
      select a.at, s.* from asked a cross join lateral (
        select ${row}, case when a.term = any(${names}) then 'exact' else 'synonym' end as method, 1::float8 as score
        from ${from}
        where a.term <> '' and ${words} like a.pattern and (a.term = any(${names}) or a.term = any(${others})) and ${where}
        limit ${CANDIDATES}) s
      ${byNumber ?? ''}),
    alike as (
      select a.at, s.* from asked a cross join lateral (
        select ${row}, 'similar' as method, ${score}::float8 as score
        from ${from}
        where left(a.term, ${BEGINNING}) <% ${words} and ${where}
        order by score desc nulls last, 1 limit ${CANDIDATES}) s
      where ($2 or not exists (select from same where same.at = a.at)) and ($2 or s.score >= ${LIKE_AT_LEAST})),
    held as (
      select a.at, s.* from asked a cross join lateral (
        select ${row}, 'similar' as method, coalesce(${score}, 0)::float8 as score
        from ${from}
        where $2 and a.term <> '' and ${words} like a.pattern and ${where}
        order by score desc, 1 limit ${CANDIDATES}) s)
    select * from same union all select * from alike union all select * from held`;
}

function sourceOf(descriptor: Descriptor, kind: Kind): Source {
  const { of = 'mappings' } = kinds[kind];
  const words = (fallback: string) =>
    wordsColumn(resourceNamed(descriptor, of), 't.') ?? `lower(${fallback})`;
  if (of === 'chems')
    return {
      from: 'chems t',
      where: `t.status is distinct from 'deprecated'`,
      target: 't._id',
      name: 't."commonName"',
      note: 't."casId"',
      names: `array[lower(t."commonName")]`,
      others: `array_append(array(select lower(s) from unnest(t.synonyms) s), lower(coalesce(t."iupacName", '')))`,
      words: words('t."commonName"'),
      number: 't."casId"',
    };
  if (of === 'chemFunctions')
    return {
      from: '"chemFunctions" t',
      where: 'true',
      target: 't._id',
      name: 't.name',
      note: 't.key',
      names: `array[lower(t.name), lower(t.key)]`,
      others: `array(select lower(s) from unnest(t."rawTerms") s)`,
      words: words('t.name'),
    };
  return {
    from: 'mappings t',
    where: `t."mappingType" = '${kind}' and t.status = 'approved' and t.target is not null`,
    target: 't.target',
    name: `coalesce(t."targetName", t.target)`,
    note: 't.target',
    names: `array[lower(t.target), lower(coalesce(t."targetName", t.target))]`,
    others: `array[${termSql('t."rawTerm"')}]`,
    words: words('t."rawTerm"'),
  };
}
