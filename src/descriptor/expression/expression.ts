/**
 * What a computed field says, parsed: `if(detected, valueMax - valueMin, 0)`.
 * Positions count characters of the text from 0, for problems that point at it.
 */
export type Expression =
  | { kind: 'literal'; value: number | string | boolean | null; at: number }
  /** `year`, `tagtog.id`, or `source.year` through a reference. */
  | { kind: 'path'; path: string; at: number }
  | { kind: 'call'; name: string; args: readonly Expression[]; at: number };

export type ExpressionProblem = Trouble & {
  at: number;
  /** How it is written, what it names, or which kinds of values meet. */
  wrong: 'form' | 'name' | 'kind';
};

export type Trouble = { message: string; hint?: string | undefined };

/** What an expression can be; `nothing` is the type of `null`, which fits all. */
export type ValueKind = 'number' | 'text' | 'boolean' | 'date' | 'datetime' | 'nothing';
