import type { Expression, Rollup } from './expression.ts';
import { levels } from './parse-expression.ts';

/** Writes an expression so that it parses to the same one, with only the parentheses that it needs. */
export function formatExpression(expression: Expression): string {
  return write(expression, 0);
}

function write(expression: Expression, level: number): string {
  const { kind } = expression;
  if (kind === 'literal') return writeLiteral(expression.value);
  if (kind === 'path') return expression.path;
  if (kind === 'variable') return expression.name;
  if (kind === 'rollup') return writeRollup(expression);
  const { name, args } = expression;
  const own = levelOf(name);
  const text = own === undefined ? `${name}(${args.map((arg) => write(arg, 0)).join(', ')})` : '';
  return text || enclosed(writeOperator(name, args, own ?? 0), (own ?? 0) < level);
}

function levelOf(name: string): number | undefined {
  if (name === 'negative') return levels.length;
  const own = levels.findIndex((signs) => signs.includes(name === 'not' ? '=' : name));
  return own < 0 ? undefined : own;
}

function writeOperator(name: string, args: readonly Expression[], level: number): string {
  // `(not a) = b` is not `not a = b`.
  const first = isComparison(name) ? level + 1 : level;
  const inner = args.map((arg, index) => write(arg, index === 0 ? first : level + 1));
  if (name === 'negative') return `-${inner.join('')}`;
  return name === 'not' ? `not ${inner.join('')}` : inner.join(` ${name} `);
}

function isComparison(name: string): boolean {
  return levels[levelOf('=') ?? 0]?.includes(name) ?? false;
}

function enclosed(text: string, isNeeded: boolean): string {
  return isNeeded ? `(${text})` : text;
}

function writeLiteral(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

function writeRollup({ name, value, of, where, by }: Rollup): string {
  const keys = by.map(({ path, isDescending }) => (isDescending ? `-${path}` : path));
  const parts = [
    ...(value ? [`${write(value, 0)} of`] : []),
    of.path,
    ...(where ? [`where ${write(where, 0)}`] : []),
    ...(keys.length > 0 ? [`by ${keys.join(', ')}`] : []),
  ];
  return `${name}(${parts.join(' ')})`;
}
