// What JavaScript calls white space, besides the blank itself.
const ODD = String.raw`\t\n\u000b\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

// Only what has to change: the expression is looked for in every text there is, and stands in few.
const BLANKS = `[ ${ODD}]*[${ODD}][ ${ODD}]*| {2,}`;

/** A printed text as it is compared, by the database as `toTerm` does it; of nothing it is empty. */
export function termSql(expression: string): string {
  const text = `coalesce(${expression}, '') collate "C"`;
  const single = `btrim(regexp_replace(${text}, '${BLANKS}', ' ', 'g'))`;
  return `lower(${single} collate "und-x-icu") collate "C"`;
}

/** The longest word of a term: whoever has the term in their words has this, and an index finds it. */
export function longestWord(term: string): string {
  return term
    .split(' ')
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}
