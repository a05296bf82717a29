import { problem, type Problem } from '../../fields/problem.ts';
import type { ProblemCode } from '../../fields/problem-codes.ts';

/** A call that is not done, as a value: what a handler returns in place of a response. */
export type Refusal = {
  refused: readonly [Problem, ...Problem[]];
  /** Absent: the status of the first problem's code. */
  status?: number;
  /** Further members of the problem document, such as `current`. */
  extra?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
};

/** What a handler answers: a response, or why there is none. */
export type Reply = Response | Refusal;

export function refuse(
  problems: Problem | readonly Problem[],
  options: Omit<Refusal, 'refused'> = {},
): Refusal {
  const [first = problem('S006', ''), ...rest] = Array.isArray(problems) ? problems : [problems];
  return { refused: [first, ...rest], ...options };
}

/** The shorthand for the commonest refusal: one problem with the whole. */
export function refuseAs(code: ProblemCode, options: Omit<Refusal, 'refused'> = {}): Refusal {
  return refuse(problem(code, ''), options);
}

export function isRefusal(value: object): value is Refusal {
  return 'refused' in value;
}

/** A question that is not understood; a field the role may not read is like one that is not there. */
export function refuseQuery(problems: readonly Problem[]): Refusal {
  return refuse(problems, { status: 400 });
}
