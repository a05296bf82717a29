import type { Operator } from '../../fields/type/operators.ts';
import { EXACT, FROM, UP_TO } from '../../fields/type/qualifier-of.ts';
import { requireItem } from '../../fields/require-entry.ts';
import { isFieldOperand, type Filter, type Leaf } from './filter.ts';

/**
 * What a comparison of values means of which some are bounds, such as `<0.5`: it holds for every number that the value
 * can be. So `<0.5` is less than 0.5 and less than 1, and neither less than 0.4 nor more than 0.1. Only exact values
 * equal a number. What negates, such as `neq`, matches all others.
 */
export function toCertain(leaf: Leaf): Filter {
  const { qualifier: own, ...rest } = leaf;
  const [operand] = leaf.operands;
  const other = isFieldOperand(operand) ? operand.qualifier : undefined;
  const operands = leaf.operands.map((each) =>
    isFieldOperand(each) ? { field: each.field } : each,
  );
  const plain = { ...rest, operands };
  return meanings[leaf.operator]?.(plain, own, other) ?? plain;
}

/** Whether it compares with bounds. */
export function comparesBounds({ qualifier, operands, operator }: Leaf): boolean {
  const isBound = qualifier !== undefined || operands.some(hasQualifier);
  return isBound && meanings[operator] !== undefined;
}

function hasQualifier(operand: unknown): boolean {
  return isFieldOperand(operand) && operand.qualifier !== undefined;
}

/** The paths of the record's own values that a comparison uses. */
export function pathsOfLeaf({ path, operands, qualifier }: Leaf): string[] {
  const others = operands.filter(isFieldOperand);
  const paths = [path, ...others.map(({ field }) => field)];
  const qualifiers = [qualifier, ...others.map((each) => each.qualifier)];
  return [...paths, ...qualifiers.filter((each) => each !== undefined)];
}

type Path = string | undefined;
type Meaning = (leaf: Leaf, own: Path, other: Path) => Filter;

const exact: Meaning = (leaf, own, other) => all(leaf, isAmong(own), isAmong(other));
const not =
  (operator: Operator): Meaning =>
  (leaf, own, other) => ({ not: exact({ ...leaf, operator }, own, other) });

const meanings: Partial<Record<Operator, Meaning>> = {
  eq: exact,
  in: exact,
  between: exact,
  neq: not('eq'),
  nin: not('in'),
  lt: orderly(UP_TO, FROM, 'lte'),
  lte: orderly(UP_TO, FROM),
  gt: orderly(FROM, UP_TO, 'gte'),
  gte: orderly(FROM, UP_TO),
};

/** `closed`: for a strict order, the operator that also allows equal numbers, as `<0.5` is less than 0.5. */
function orderly(own: Bounds, other: Bounds, closed?: Operator): Meaning {
  return (leaf, mine, others) => {
    const sides = [isAmong(mine, own), isAmong(others, other)];
    if (!closed) return all(leaf, ...sides);
    const strict = [is(mine, own), is(others, other)].filter((each) => each !== undefined);
    return all({ ...leaf, operator: closed }, ...sides, { or: [leaf, ...strict] });
  };
}

type Bounds = readonly [open: string, closed: string];

/** Exact, or one of these bounds. */
function isAmong(path: Path, bounds: readonly string[] = []): Filter | undefined {
  if (path === undefined) return undefined;
  const operands = [EXACT, ...bounds];
  return {
    or: [
      { path, operator: 'null', operands: [] },
      { path, operator: 'in', operands },
    ],
  };
}

function is(path: Path, [open]: Bounds): Filter | undefined {
  return path === undefined ? undefined : { path, operator: 'eq', operands: [open] };
}

function all(...parts: readonly (Filter | undefined)[]): Filter {
  const and = parts.filter((each) => each !== undefined);
  return and.length === 1 ? requireItem(and, 0) : { and };
}
