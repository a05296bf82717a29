import { problem, type Problem } from '../fields/problems/problem.ts';
import type { ProblemCode } from '../fields/problems/problem-codes.ts';

/** A refused call, as a value: a handler returns it instead of a response. */
export type Refusal = {
  refused: readonly [Problem, ...Problem[]];
  /** Absent: the status of the first problem's code. */
  status?: number;
  /** Further members of the problem document, such as `current`. */
  extra?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
};

export function refuse(
  problems: Problem | readonly Problem[],
  options: Omit<Refusal, 'refused'> = {},
): Refusal {
  const [first = problem('S006', ''), ...rest] = Array.isArray(problems) ? problems : [problems];
  return { refused: [first, ...rest], ...options };
}

/** The most common refusal: one problem of the whole request. */
export function refuseAs(code: ProblemCode, options: Omit<Refusal, 'refused'> = {}): Refusal {
  return refuse(problem(code, ''), options);
}

export function isRefusal(value: object): value is Refusal {
  return 'refused' in value;
}

/** Refuses an invalid query. A field that the role may not read counts as unknown. */
export function refuseQuery(problems: readonly Problem[]): Refusal {
  return refuse(problems, { status: 400 });
}
