import type { RollupName } from './rollups.ts';

/**
 * The parsed expression of a computed field, such as
 * `if(detected, valueMax - valueMin, 0)`. `at` counts characters of its text from 0, for problems
 * that point at it.
 */
export type Expression =
  | { kind: 'literal'; value: number | string | boolean | null; at: number }
  /** `$user` or `$today-30d`: a value that is known when a condition is asked, and then is `value`. */
  | { kind: 'variable'; name: string; at: number; value?: string | number | null }
  /** `year`, `tagtog.id`, `source.year` through a reference, or `$before.year` in a rule about a change. */
  | { kind: 'path'; path: string; at: number }
  | { kind: 'call'; name: string; args: readonly Expression[]; at: number }
  | Rollup;

/** One value of many records: `sum(amount of lines.order where billed by -placedOn)`. */
export type Rollup = {
  kind: 'rollup';
  name: RollupName;
  at: number;
  /** The records: those of `lines` whose `order`, or what that refers to, is this record. */
  of: { path: string; at: number };
  /** The value of each record; absent for `count`. */
  value?: Expression;
  where?: Expression;
  /** The order of the records, the most important key first. */
  by: readonly { path: string; isDescending: boolean; at: number }[];
};

/** The expressions that one is made of. */
export function partsOf(expression: Expression): readonly Expression[] {
  if (expression.kind === 'call') return expression.args;
  if (expression.kind !== 'rollup') return [];
  return [expression.value, expression.where].filter((part) => part !== undefined);
}

export type ExpressionProblem = UnplacedProblem & {
  at: number;
  /** `form`: the syntax is wrong; `name`: something it names does not exist; `kind`: a value has the wrong kind. */
  wrong: 'form' | 'name' | 'kind';
};

export type UnplacedProblem = { message: string; hint?: string | undefined };
