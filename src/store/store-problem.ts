import type { Problem } from '../fields/problem.ts';

/** A question the store cannot answer, for a reason the client can mend. */
export class StoreProblem extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${path} ${message}`).join('; '));
    this.problems = problems;
  }
}
