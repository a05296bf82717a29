import type { FunctionName } from '../../../descriptor/expression/functions.ts';
import { EXACT, FROM, UP_TO } from '../../../fields/type/qualifier-of.ts';
import { quoteText } from '../../connection/sql.ts';

/** The qualifier of a number, and whether the other side of a comparison is the empty value. */
type Side = { kind: string; qualifier?: string };

/**
 * A comparison in an expression of numbers of which some are bounds; undefined for anything else. It means what
 * `toCertain` makes of the same condition in a filter.
 */
export function certainSql(
  name: FunctionName,
  [left = '', right = '']: readonly string[],
  [a, b]: readonly Side[],
): string | undefined {
  if (!a || !b || !comparesBounds(a, b)) return undefined;
  const same = `(${left} is not distinct from ${right} and (${left} is null or (true${among(a)}${among(b)})))`;
  if (name === '=') return same;
  if (name === '!=') return `(not ${same})`;
  const order = orders.get(name);
  if (!order) return undefined;
  const [mine, others] = order;
  const closed = `${left} ${name[0]}= ${right}${among(a, mine)}${among(b, others)}`;
  if (name.endsWith('=')) return `((${closed}) is true)`;
  return `((${closed} and (${left} ${name} ${right}${is(a, mine)}${is(b, others)})) is true)`;
}

function comparesBounds(a: Side, b: Side): boolean {
  const isBound = a.qualifier !== undefined || b.qualifier !== undefined;
  return isBound && a.kind !== 'nothing' && b.kind !== 'nothing';
}

type Bounds = readonly [open: string, closed: string];

const orders = new Map<FunctionName, readonly [mine: Bounds, others: Bounds]>([
  ['<', [UP_TO, FROM]],
  ['<=', [UP_TO, FROM]],
  ['>', [FROM, UP_TO]],
  ['>=', [FROM, UP_TO]],
]);

/** Exact, or one of these bounds. */
function among({ qualifier }: Side, bounds: readonly string[] = []): string {
  if (qualifier === undefined) return '';
  const values = [EXACT, ...bounds].map(quoteText).join(', ');
  return ` and (${qualifier} is null or ${qualifier} in (${values}))`;
}

function is({ qualifier }: Side, [open]: Bounds): string {
  return qualifier === undefined ? '' : ` or ${qualifier} = ${quoteText(open)}`;
}
