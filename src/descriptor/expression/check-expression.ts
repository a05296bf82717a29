import { requireItem } from '../../fields/require-entry.ts';
import { suggestHint } from '../suggest.ts';
import type { Expression, ExpressionProblem, Rollup, UnplacedProblem } from './expression.ts';
import { kindOfToken, readVariable, tokenNames, unknownVariable } from './variables.ts';
import { functions, type FunctionName, type Signature, type ArgKind } from './functions.ts';
import { rollups, type ValueKind } from './rollups.ts';

/** Resolves the paths of an expression, and reports those that do not exist. */
export type Resolver = {
  /** Whether the values of the moment, such as `$today`, are known. */
  hasMoment?: boolean;
  kindOf(path: string): { kind: ValueKind } | UnplacedProblem;
  /** Finds the records in `count(extractions.source)`: the field must refer to this record. */
  records(path: string): { scope: Resolver } | UnplacedProblem;
};

/** Returns the kind of an expression's value, or all its problems. */
export function checkExpression(
  expression: Expression,
  scope: Resolver,
): { kind: ValueKind } | { problems: ExpressionProblem[] } {
  const problems: ExpressionProblem[] = [];
  const kind = kindOf(expression, scope, problems);
  return problems.length > 0 ? { problems } : { kind };
}

function kindOf(expression: Expression, scope: Resolver, problems: ExpressionProblem[]): ValueKind {
  const { at } = expression;
  if (expression.kind === 'literal') return kindOfLiteral(expression.value);
  if (expression.kind === 'variable') return kindOfVariable(expression, scope, problems);
  if (expression.kind === 'path') {
    const result = scope.kindOf(expression.path);
    if ('kind' in result) return result.kind;
    problems.push({ ...result, at, wrong: 'name' });
    return 'nothing';
  }
  if (expression.kind === 'rollup') return kindOfRollup(expression, scope, problems);
  const signature = findFunction(expression.name);
  if (!signature) {
    const message = `${expression.name} is not a function`;
    problems.push({ message, hint: suggestHint(expression.name, names), at, wrong: 'name' });
    return 'nothing';
  }
  const kinds = expression.args.map((arg) => kindOf(arg, scope, problems));
  return kindOfCall(expression, signature, kinds, problems);
}

function kindOfVariable(
  { name, at }: Extract<Expression, { kind: 'variable' }>,
  { hasMoment }: Resolver,
  problems: ExpressionProblem[],
): ValueKind {
  const token = readVariable(name);
  if (token && hasMoment) return kindOfToken(token);
  const message = token
    ? `${name} is known only where a condition is asked, such as in the filter of a list`
    : unknownVariable(name);
  const hint = token ? undefined : suggestHint(name, tokenNames);
  problems.push({ message, hint, at, wrong: 'name' });
  return 'nothing';
}

/** The value and the condition are about each of the records, so names in them are fields of those. */
function kindOfRollup(rollup: Rollup, scope: Resolver, problems: ExpressionProblem[]): ValueKind {
  const { name, value, where, by, of } = rollup;
  const { takes, gives, isOrdered } = rollups[name];
  const records = scope.records(of.path);
  if ('message' in records) {
    problems.push({ ...records, at: of.at, wrong: 'name' });
    return gives === 'same' ? 'nothing' : gives;
  }
  const add = (message: string, at: number) => problems.push({ message, at, wrong: 'kind' });
  const check = (part: Expression, subject: string, kinds: readonly ValueKind[] | undefined) => {
    const kind = kindOf(part, records.scope, problems);
    if (kinds && kind !== 'nothing' && !kinds.includes(kind))
      add(`${subject} needs ${kinds.join(', ')} here, not ${kind}`, part.at);
    return kind;
  };
  const kind = value ? check(value, name, takes) : 'nothing';
  if (where) check(where, 'where', ['boolean']);
  for (const { path, at } of by) {
    const result = records.scope.kindOf(path);
    if ('message' in result) problems.push({ ...result, at, wrong: 'name' });
  }
  if (by[0] && !isOrdered) add(`${name} has no order, so it takes no “by”`, by[0].at);
  return gives === 'same' ? kind : gives;
}

function kindOfCall(
  { name, args, at }: Extract<Expression, { kind: 'call' }>,
  signature: Signature,
  kinds: readonly ValueKind[],
  problems: ExpressionProblem[],
): ValueKind {
  const add = (message: string, where: number) =>
    problems.push({ message, at: where, wrong: 'kind' });
  const { takes, many = false, optional = 0, gives } = signature;
  if (args.length < takes.length - optional || (!many && args.length > takes.length)) {
    add(`${name} needs ${countText(takes.length, optional, many)}, not ${args.length}`, at);
  }
  let same: ValueKind = 'nothing';
  kinds.forEach((kind, index) => {
    const parameterKind = requireItem(takes, Math.min(index, takes.length - 1));
    if (parameterKind === 'same' && same === 'nothing') same = kind;
    const expected = parameterKind === 'same' ? same : parameterKind;
    if (!fitsKind(kind, expected)) {
      add(`${name} needs ${expected} here, not ${kind}`, requireItem(args, index).at);
    }
  });
  return gives === 'same' ? same : gives;
}

/** The functions that are called by name. Operators have signs instead. */
const names = [
  ...Object.keys(functions).filter((name) => /^[a-z]+$/i.test(name)),
  ...Object.keys(rollups),
];

/** Whether a value of one kind is accepted where another is expected. */
export function fitsKind(kind: ValueKind, expected: Exclude<ArgKind, 'same'>): boolean {
  if (kind === 'nothing' || expected === 'nothing' || expected === 'any') return true;
  // A point in time has a day, so a function that takes a date also takes a datetime.
  return kind === expected || (expected === 'date' && kind === 'datetime');
}

function findFunction(name: string): Signature | undefined {
  return Object.hasOwn(functions, name) ? functions[name as FunctionName] : undefined;
}

function kindOfLiteral(value: number | string | boolean | null): ValueKind {
  if (value === null) return 'nothing';
  return literalKinds[typeof value as keyof typeof literalKinds];
}

const literalKinds = { number: 'number', string: 'text', boolean: 'boolean' } as const;

function countText(count: number, optional: number, many: boolean): string {
  if (many) return `${count - optional} or more values`;
  if (optional > 0) return `${count - optional} to ${count} values`;
  return count === 1 ? 'one value' : `${count} values`;
}
