import type { Filter } from '../../../descriptor/filter/filter.ts';

/** Records that hold the same in a field. */
export type SameGroup = { value: string; count: number; ids: string[] };

export type SameQuestion = {
  path: string;
  /** `letters`: nothing but letters and digits counts. */
  by: 'value' | 'letters';
  filter?: Filter | undefined;
  /** Groups to answer with, the largest first. */
  most: number;
  skip: number;
};

/** Two records that hold much the same; `similarity` from 0 to 1, by the trigrams they share. */
export type SimilarPair = { similarity: number; ids: [string, string] };

export type SimilarQuestion = {
  path: string;
  filter?: Filter | undefined;
  /** The `_id` of the last record that was compared before; '' begins. */
  after: string;
  /** Milliseconds to look for them. */
  within: number;
  /** Pairs after which it stops. */
  most: number;
};

export type SimilarAnswer = {
  pairs: SimilarPair[];
  /** Records that were compared now. */
  checked: number;
  /** The last of them; null: all have been compared. */
  next: string | null;
};
