import type { Resource } from '../../descriptor/descriptor.ts';
import { wordsColumn } from '../../store/schema/place.ts';
import type { QueryRunner } from '../../store/store.ts';
import { kinds, type Kind } from './kinds.ts';
import { longestWord, termSql } from './term-sql.ts';

export type TermKey = { kind: Kind; term: string; cas: string };

/** In how many extractions a term stands, of those that masters are generated from. */
export async function countRows(
  sql: QueryRunner,
  extractions: Resource,
  { kind, term, cas }: TermKey,
): Promise<number> {
  const { term: field, number } = kinds[kind];
  const beside = number ? `and ${termSql(`"${number}"`)} = $2` : `and $2 = ''`;
  const { rows } = await sql.query<{ count: number }>(
    `select count(*) as count from extractions
     where status is distinct from 'rejected' and detected is not null
       and ${termSql(`"${field}"`)} = $1 ${beside} ${withWord(extractions, field, '$3')}`,
    [term, cas, toPattern(term)],
  );
  return rows[0]?.count ?? 0;
}

/** Narrows to records that have a word of the term, by the index of their words, if the field is among them. */
export function withWord(resource: Resource, field: string, pattern: string): string {
  const words = resource.fields.get(field)?.search ? wordsColumn(resource, '') : undefined;
  return words === undefined ? `and ${pattern}::text is not null` : `and ${words} like ${pattern}`;
}

export function toPattern(term: string): string {
  return `%${longestWord(term).replace(/[\\%_]/g, '\\$&')}%`;
}
