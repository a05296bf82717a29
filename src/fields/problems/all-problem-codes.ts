import { descriptorProblemTexts, type DescriptorProblemCode } from './descriptor-problem-codes.ts';
import { problemTexts, type ProblemCode } from './problem-codes.ts';

export type AnyProblemCode = ProblemCode | DescriptorProblemCode;

/** The English text of every code. */
export const allProblemTexts: Readonly<Record<AnyProblemCode, string>> = {
  ...problemTexts,
  ...descriptorProblemTexts,
};
