import type { Problem } from '../../fields/problem.ts';

/** Something wrong in the declarations, and where in the file. Line and column count from 1. */
export type DescriptorProblem = Problem & {
  /** The included file, by its path below the descriptor's folder; absent: the descriptor itself. */
  file?: string;
  line: number;
  column: number;
};
