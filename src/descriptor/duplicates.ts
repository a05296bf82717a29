/**
 * How two records are found that may mean the same. `value`: a field holds the same, but for capitals and
 * blanks; `letters`: the same letters and digits, whatever stands between them; `similarity`: much the same.
 */
export const likenesses = ['value', 'letters', 'similarity'] as const;
export type Likeness = (typeof likenesses)[number];

export type DuplicateRule = { field: string; by: Likeness };
