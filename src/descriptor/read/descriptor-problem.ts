import {
  descriptorProblemTexts,
  type DescriptorProblemCode,
} from '../../fields/problems/descriptor-problem-codes.ts';
import { toProblem, type Problem, type ProblemParams } from '../../fields/problems/problem.ts';

/** A problem of the descriptor at `path`, a place in the file such as `resources.books.fields`. */
export function descriptorProblem(
  code: DescriptorProblemCode,
  path: string,
  params?: ProblemParams,
  hint?: string,
): Problem {
  return toProblem(code, descriptorProblemTexts[code], path, { params, hint });
}
