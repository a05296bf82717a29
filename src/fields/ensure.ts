import type { z } from 'zod';
import type { Expectation } from './expectations.ts';
import type { ProblemCode } from './problem-codes.ts';
import type { ProblemParams } from './problem.ts';

/** What a value rule found wrong, before it is known where; `value-problems.ts` makes the problem of it. */
export type Finding = {
  code: ProblemCode;
  /** What is expected has a text in every language of the screens. */
  params?: ProblemParams & { expected?: Expectation };
  hint?: string;
};

/**
 * A check for a value rule whose failure is one of our problems. Later checks of
 * the same rule do not run, so that one mistake is told once.
 */
export function ensure<Value>(find: (value: Value) => Finding | undefined) {
  return (payload: z.core.ParsePayload<Value>): void => {
    const finding = find(payload.value);
    if (finding === undefined) return;
    payload.issues.push({ code: 'custom', input: payload.value, params: finding });
  };
}
