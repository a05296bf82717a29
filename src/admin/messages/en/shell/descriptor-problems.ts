import {
  descriptorProblemTexts,
  type DescriptorProblemCode,
} from '../../../../fields/problems/descriptor-problem-codes.ts';

/** The texts of descriptor problems, loaded where they are shown. */
export const texts: Record<DescriptorProblemCode, string> = descriptorProblemTexts;
