import type { QueryRunner } from '../../../api/extending.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { foldSql } from '../../../store/schema/fold-function.ts';
import { toTerm } from '../../masters/term.ts';
import type { Suggestion } from '../contract.ts';
import { kinds, type Kind } from '../kinds.ts';
import { readPrintedNumbers, differsFrom } from './printed-numbers.ts';
import { surenessOf } from './sureness.ts';
import { sourceOf } from './target-source.ts';

/** A term as printed, with the number printed beside it. */
type PrintedTerm = { term: string; cas: string };

type Wanted = {
  kind: Kind;
  terms: readonly PrintedTerm[];
  most: number;
  /** The user types the term: similar names come although one is equal, and the number only says what differs. */
  search: boolean;
};

/** Reads the targets for these terms with one statement, for each the most certain first. */
export async function readSuggestions(
  sql: QueryRunner,
  descriptor: Descriptor,
  { kind, terms, most, search }: Wanted,
): Promise<Suggestion[][]> {
  const questions = terms.map(({ term, cas }) => {
    const printed = readPrintedNumbers(search ? '' : term, kinds[kind].number ? cas : '');
    const { numbers } = search ? readPrintedNumbers(term, '') : printed;
    return { printed, query: { term: toTerm(term), numbers } };
  });
  const { rows } = await sql.query<Found>(suggestionsSql(descriptor, kind), [
    JSON.stringify(questions.map(({ query }) => query)),
    search,
  ]);
  return questions.map(({ printed: { numbers, isDay } }, at) => {
    const own = rows.filter((row) => row.at === at + 1);
    return toSuggestions(own, most, (row) => ({
      ...row,
      method: row.method === 'cas' && isDay ? 'date' : row.method,
      differs: kinds[kind].number !== undefined && differsFrom(numbers, row.note),
    }));
  });
}

/** Each target once, with its best reason. */
function toSuggestions(
  rows: readonly Found[],
  most: number,
  judge: (row: Found) => Suggestion,
): Suggestion[] {
  const best = new Map<string, Suggestion>();
  const sorted = rows.map(judge).sort((one, other) => surenessOf(other) - surenessOf(one));
  for (const { target, name, note, method, score, differs } of sorted) {
    const key = JSON.stringify([target, target === note ? name : '']);
    if (!best.has(key)) best.set(key, { target, name, note, method, score, differs });
  }
  return [...best.values()].slice(0, most);
}

/** A suggested target and its reason. For articles and materials, `target` and `note` are both the key. */
type Found = Omit<Suggestion, 'differs'> & {
  /** The number of the term, from 1. */
  at: number;
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
        ${foldSql(`a ->> 'term'`)} as folded,
        '%' || regexp_replace(${foldSql(`a ->> 'term'`)}, '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern
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
        where left(a.folded, ${BEGINNING}) <% ${words} and ${where}
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
