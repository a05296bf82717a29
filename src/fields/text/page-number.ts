/**
 * The number of a page in a text that people write: `12`, `p. 12`, `S. 3–5`, `Table 2, page 7`. A number that follows
 * another word, as in `Table 2`, is none.
 */
export function findPageNumber(text: string): number | undefined {
  const [, named] =
    /(?:^|[^\p{L}])(?:pp?|pages?|s|seiten?)\.?\s*(\d{1,5})(?!\d)/iu.exec(text) ?? [];
  const [, first] = /^\W*(\d{1,5})(?!\d)/.exec(text) ?? [];
  const page = Number(named ?? first ?? 0);
  return page > 0 ? page : undefined;
}
