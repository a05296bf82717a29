import { kinds, type Kind, type TermState } from './kinds.ts';
import { termSql } from './term-sql.ts';

/**
 * The terms of one kind in one state, as rows of `term`, `cas` and `count`: a query whose `$1` is the
 * version of the mappings. It holds to the rules by which masters are generated (`docs/api.md`), so
 * that what is open here is what a generation leaves out. `narrow` is a further condition on extractions.
 */
export function termsSql(kind: Kind, state: TermState, narrow = ''): string {
  return `${keysSql(kind, narrow)} ${stateSql(kind, state)}`;
}

/** How many terms there are in each state, and how many rows the open ones have, in one row. */
export function countsSql(kind: Kind): string {
  const count = (state: TermState) =>
    `(select count(*) from (${stateSql(kind, state)}) t) as ${state}`;
  return `${keysSql(kind)}, open as (${stateSql(kind, 'open')})
    select count(*) as open, coalesce(sum(count), 0)::bigint as rows, ${count('conflict')}, ${count('rejected')}
    from open`;
}

function keysSql(kind: Kind, narrow = ''): string {
  return `with spoken as materialized (${spokenSql(kind, narrow)}), said as materialized (${saidSql(kind)})`;
}

function stateSql(kind: Kind, state: TermState): string {
  if (state === 'conflict') return conflictSql;
  const said = (status: TermStatus, cas = 's.cas'): string =>
    `exists (select from said m where m.status = '${status}' and m.term = s.term and m.cas = ${cas})`;
  // One by one and not joined by "or", so that each is looked up at once for all terms.
  const known = [
    said('approved'),
    ...(kinds[kind].number ? [said('approved', "''"), isNumberSql] : []),
  ];
  return `select s.* from spoken s
    where s.term <> '' and ${state === 'open' ? 'not ' : ''}${said('rejected')}
      and ${known.map((each) => `not ${each}`).join(' and ')}`;
}

type TermStatus = 'approved' | 'rejected';

// The number of a chem is kept without blanks around it, and single within.
const isNumberSql = `exists (select from chems c where lower(c."casId" collate "und-x-icu") collate "C" = s.cas)`;

/** What generation looks at: an extraction that is rejected, or of which nobody knows the outcome, says nothing. */
function spokenSql(kind: Kind, narrow: string): string {
  const { term, number } = kinds[kind];
  return `select ${termSql(`"${term}"`)} as term, ${keySql(number)} as cas, count(*) as count,
      min("${term}") as printed, ${number ? `min("${number}")` : 'null'} as "printedCas",
      min(_id) as "first", max(_id) as "last"
    from extractions
    where status is distinct from 'rejected' and detected is not null and "${term}" is not null ${narrow}
    group by 1, 2`;
}

/** Every mapping of the version with what it is looked up by. One without a chem says nothing. */
function saidSql(kind: Kind): string {
  const { target, number } = kinds[kind];
  const means =
    target === 'target'
      ? `coalesce(target, '') || E'\\x1f' || coalesce("targetName", '')`
      : `"${target}"`;
  return `select _id, ${termSql('"rawTerm"')} as term, ${keySql(number && 'rawCas')} as cas, status, ${means} as means
    from mappings
    where "mappingType" = '${kind}' and "mappingVersion" = $1 and status in ('approved', 'rejected')
      and (status = 'rejected' or ${kind === 'chem' ? '"chem" is not null' : 'true'})`;
}

const conflictSql = `
  select m.term, m.cas, coalesce(s.count, 0) as count, s.printed, s."printedCas", s."first", s."last"
  from (select term, cas from said where status = 'approved' group by term, cas having count(distinct means) > 1) m
  left join spoken s on s.term = m.term and s.cas = m.cas`;

function keySql(field: string | undefined): string {
  return field === undefined ? `''::text collate "C"` : termSql(`"${field}"`);
}
