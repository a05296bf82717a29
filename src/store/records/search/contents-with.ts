import type { TextAlternative, TextTerm } from '../../../fields/text/text-query.ts';
import type { Params } from '../../connection/sql.ts';
import { contentsOfQuery, wordsOfText } from '../../schema/text-words.ts';
import { requireItem } from '../../../fields/require-entry.ts';

/**
 * Selects the SHA-256 of contents whose text a query finds. The words of a query may be on different pages, those of a
 * phrase are on one. `among`: the parameter with the only contents that matter.
 */
export function contentsWith(
  query: readonly TextAlternative[],
  params: Params,
  among?: string,
): string {
  const having = (term: TextTerm) => {
    const words = `${params.add(toTsQuery(term))}::text::tsquery`;
    return among === undefined
      ? `select c.sha256 from ${contentsOfQuery(words)} c(sha256)`
      : `select t.sha256 from backoffice.blob_texts t where t.sha256 = any(${among}::text[]) and t.${wordsOfText} @@ ${words}`;
  };
  const alternatives = query.map(({ all, none }) =>
    [all.map(having).join(' intersect '), ...none.map(having)].join(' except '),
  );
  // A single select in two pairs of parentheses would be one value.
  return alternatives.length === 1
    ? requireItem(alternatives, 0)
    : `(${alternatives.join(') union (')})`;
}

/** As `tsquery` is written: words that follow each other, the last one perhaps as a beginning. */
export function toTsQuery({ words, isExact }: TextTerm): string {
  return words.map((word) => `'${word}'`).join(' <-> ') + (isExact ? '' : ':*');
}
