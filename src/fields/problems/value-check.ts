import type { z } from 'zod';
import type { Expectation } from './expectations.ts';
import type { problemTexts, ProblemCode } from './problem-codes.ts';
import type { ProblemParams } from './problem.ts';

/** What a value rule found wrong, without the place; `value-problems.ts` turns it into a problem. */
export type ValueMistake = { hint?: string } & (
  | { code: ExpectingCode; params: ProblemParams & { expected: Expectation } }
  | {
      code: Exclude<ProblemCode, ExpectingCode>;
      params?: ProblemParams & { expected?: Expectation };
    }
);

/** The codes whose text says what is expected; an expectation has a text in every language of the screens. */
type ExpectingCode = {
  [Code in ProblemCode]: (typeof problemTexts)[Code] extends `${string}{expected}${string}`
    ? Code
    : never;
}[ProblemCode];

/**
 * A check for a value rule that fails with one of our problems. Later checks of the same rule do not run, so that one
 * mistake gives one problem.
 */
export function valueCheck<Value>(find: (value: Value) => ValueMistake | undefined) {
  return (payload: z.core.ParsePayload<Value>): void => {
    const finding = find(payload.value);
    if (finding === undefined) return;
    payload.issues.push({ code: 'custom', input: payload.value, params: finding });
  };
}
