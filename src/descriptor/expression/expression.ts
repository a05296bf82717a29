/**
 * The parsed expression of a computed field, such as
 * `if(detected, valueMax - valueMin, 0)`. `at` counts characters of its text from 0, for problems
 * that point at it.
 */
export type Expression =
  | { kind: 'literal'; value: number | string | boolean | null; at: number }
  /** `year`, `tagtog.id`, or `source.year` through a reference. */
  | { kind: 'path'; path: string; at: number }
  | { kind: 'call'; name: string; args: readonly Expression[]; at: number };

export type ExpressionProblem = UnplacedProblem & {
  at: number;
  /** `form`: the syntax is wrong; `name`: something it names does not exist; `kind`: a value has the wrong kind. */
  wrong: 'form' | 'name' | 'kind';
};

export type UnplacedProblem = { message: string; hint?: string | undefined };

/** The kinds of value. `nothing` is the kind of `null`, which fits all others. */
export type ValueKind = 'number' | 'text' | 'boolean' | 'date' | 'datetime' | 'nothing';
