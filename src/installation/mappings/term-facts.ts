import { kindNames, kinds } from './kinds.ts';
import { termSql } from './term-sql.ts';

/**
 * What of the records says something about terms, each a query whose conditions may be narrowed to some
 * `_id`s. They hold to the rules by which masters are generated (`docs/api.md`), so that what is open
 * here is what a generation leaves out.
 */

/** Which fields hold terms; those of articles and materials are the same. */
const fields = [...new Map(kindNames.map((kind) => [kinds[kind].term, kinds[kind].number]))];

/** The kinds with their fields, to be joined. */
export const kindsSql = `(values ${kindNames.map((kind) => `('${kind}', '${kinds[kind].term}')`).join(', ')}) as k (kind, field)`;

/** What a term is known by, however long it is: with the number beside it (`key`) and without (`bare`). */
const keysSql = `${toKey('cas')} as key, case when cas = '' then ${toKey('cas')} else ${toKey("''")} end as bare`;

/** Every term with its key by extraction; one that is rejected, or of which nobody knows the outcome, says nothing. */
export function spokenSql(narrow = ''): string {
  const each = fields.map(
    ([field, number]) => `
      select _id as record, '${field}' as field, ${termSql(`"${field}"`)} as term, ${casSql(number)} as cas
      from extractions
      where status is distinct from 'rejected' and detected is not null and "${field}" is not null ${narrow}`,
  );
  return `select record, field, term, cas, ${keysSql} from (${each.join(' union all ')}) s`;
}

/** Every mapping of the version `$1` with what it is looked up by. One without a chem says nothing. */
export function saidSql(narrow = ''): string {
  const each = kindNames.map((kind) => {
    const { term, target, number } = kinds[kind];
    const means =
      target === 'target'
        ? `coalesce(target, '') || E'\\x1f' || coalesce("targetName", '')`
        : `"${target}"`;
    return `
      select _id as record, '${kind}' as kind, '${term}' as field, ${termSql('"rawTerm"')} as term,
        ${casSql(number && 'rawCas')} as cas, status, ${means} as means
      from mappings
      where "mappingType" = '${kind}' and "mappingVersion" = $1 and status in ('approved', 'rejected')
        and (status = 'rejected' or ${kind === 'chem' ? '"chem" is not null' : 'true'}) ${narrow}`;
  });
  return `select record, kind, term, cas, status, means, ${keysSql} from (${each.join(' union all ')}) m`;
}

/** The number of each chem, which is kept without blanks around it, and single within. */
export function numbersSql(narrow = ''): string {
  return `select _id as record, lower("casId" collate "und-x-icu") collate "C" as cas from chems where "casId" is not null ${narrow}`;
}

/** What becomes of a term `t`, nothing when it is decided or no extraction says it any more. */
export const stateSql = `case
  when (select min(m.means) <> max(m.means) from backoffice.term_sayings m
    where m.key = t.key and m.kind = t.kind and m.status = 'approved') then 'conflict'
  when t.count = 0 or t.term = '' or ${isSaid('approved')} or ${isSaid('approved', 't.bare')}
    or t.cas <> '' and exists (select from backoffice.term_numbers n where n.cas = t.cas) then null
  when ${isSaid('rejected')} then 'rejected'
  else 'open' end`;

function isSaid(status: 'approved' | 'rejected', key = 't.key'): string {
  return `exists (select from backoffice.term_sayings m where m.key = ${key} and m.kind = t.kind and m.status = '${status}')`;
}

function casSql(field: string | undefined): string {
  return field === undefined ? `''::text collate "C"` : termSql(`"${field}"`);
}

function toKey(cas: string): string {
  return `md5(field || E'\\x1f' || term || E'\\x1f' || ${cas})::uuid`;
}
