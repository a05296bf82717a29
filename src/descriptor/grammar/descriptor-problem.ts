import type { Problem } from '../../fields/problem.ts';

/** Something wrong in the declarations, and where in the file. Line and column count from 1. */
export type DescriptorProblem = Problem & { line: number; column: number };
