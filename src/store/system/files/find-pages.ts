import { termsToFind, type TextAlternative } from '../../../fields/text/text-query.ts';
import { createParams, type Params } from '../../connection/sql.ts';
import { contentsWith, toTsQuery } from '../../records/search/contents-with.ts';
import { wordsOfText } from '../../schema/text-words.ts';
import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** The part of a page that fits a query best. */
export type FoundPage = { sha256: string; page: number; text: string };

/** Of each of the contents that a query finds, the page that fits best; the contents that fit best come first. */
export async function findBestPages(
  sql: QueryRunner,
  query: readonly TextAlternative[],
  contents: readonly string[],
): Promise<FoundPage[]> {
  const params = createParams([contents]);
  const { hasAny, rank } = rankOf(query, params);
  return await sql.rows<FoundPage>(
    `select sha256, page, text from (
       select distinct on (t.sha256) t.sha256, t.page, t.text, ${rank} as rank from backoffice.blob_texts t
        where t.sha256 = any($1::text[]) and ${hasAny} and t.sha256 in (${contentsWith(query, params, '$1')})
        order by t.sha256, rank desc, t.page, t.part) best
      order by rank desc, sha256`,
    params.values,
  );
}

/** The pages of one content that have any of the words to find, after a page; at most so many. */
export async function findPages(
  sql: QueryRunner,
  query: readonly TextAlternative[],
  sha256: string,
  { after, most }: { after: number; most: number },
): Promise<FoundPage[]> {
  const params = createParams([sha256, after, most]);
  const { hasAny, rank } = rankOf(query, params);
  return await sql.rows<FoundPage>(
    `select distinct on (t.page) t.sha256, t.page, t.text from backoffice.blob_texts t
      where t.sha256 = $1 and t.page > $2 and ${hasAny}
      order by t.page, ${rank} desc, t.part limit $3`,
    params.values,
  );
}

/** Whether the text of a content has been read. */
export const isTextRead = statement.some<[sha256: string]>(
  'select from backoffice.blobs where sha256 = $1 and text_read',
);

/** How many of the terms a part of a text has, then how often and how close to each other. */
function rankOf(
  query: readonly TextAlternative[],
  params: Params,
): { hasAny: string; rank: string } {
  const words = `t.${wordsOfText}`;
  const terms = termsToFind(query).map((term) => `${params.add(toTsQuery(term))}::text::tsquery`);
  const any = `(${terms.join(' || ')})`;
  const count = terms.map((term) => `(${words} @@ ${term})::int`).join(' + ');
  return { hasAny: `${words} @@ ${any}`, rank: `${count} + ts_rank(${words}, ${any})` };
}
