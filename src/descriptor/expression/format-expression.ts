import type { Expression, Rollup } from './expression.ts';
import { splitPath } from '../lookups.ts';
import { levels } from './parse-expression.ts';

/** What a path is called, among the fields of a collection: that of a rollup, or without a name the own one. */
type NameOf = (path: string, collection?: string) => string;

/** Writes an expression with only the parentheses that it needs; without names, so that it parses to the same one. */
export function formatExpression(expression: Expression, nameOf: NameOf = (path) => path): string {
  return createWriter(nameOf)(expression, 0);
}

type Write = (expression: Expression, level: number) => string;

function createWriter(nameOf: NameOf, collection?: string): Write {
  return function write(expression: Expression, level: number): string {
    const { kind } = expression;
    if (kind === 'literal') return formatLiteral(expression.value);
    if (kind === 'path') return nameOf(expression.path, collection);
    if (kind === 'variable') return expression.name;
    if (kind === 'rollup') return writeRollup(expression, nameOf);
    const { name, args } = expression;
    const own = levelOf(name);
    if (own === undefined) return `${name}(${args.map((arg) => write(arg, 0)).join(', ')})`;
    return enclosed(writeOperator(expression, own, write), own < level);
  };
}

function levelOf(name: string): number | undefined {
  if (name === 'negative') return levels.length;
  const own = levels.findIndex((signs) => signs.includes(name === 'not' ? '=' : name));
  return own < 0 ? undefined : own;
}

function writeOperator({ name, args }: Call, level: number, write: Write): string {
  // `(not a) = b` is not `not a = b`.
  const first = isComparison(name) ? level + 1 : level;
  const inner = args.map((arg, index) => write(arg, index === 0 ? first : level + 1));
  if (name === 'negative') return `-${inner.join('')}`;
  return name === 'not' ? `not ${inner.join('')}` : inner.join(` ${name} `);
}

type Call = Extract<Expression, { kind: 'call' }>;

function isComparison(name: string): boolean {
  return levels[levelOf('=') ?? 0]?.includes(name) ?? false;
}

function enclosed(text: string, isNeeded: boolean): string {
  return isNeeded ? `(${text})` : text;
}

/** A value as an expression writes it. */
export function formatLiteral(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

function writeRollup({ name, value, of, where, by }: Rollup, nameOf: NameOf): string {
  const [collection, reference] = splitPath(of.path);
  const write = createWriter(nameOf, collection);
  const keys = by.map(({ path, isDescending }) =>
    isDescending ? `-${nameOf(path, collection)}` : nameOf(path, collection),
  );
  const parts = [
    ...(value ? [`${write(value, 0)} of`] : []),
    `${collection}.${nameOf(reference, collection)}`,
    ...(where ? [`where ${write(where, 0)}`] : []),
    ...(keys.length > 0 ? [`by ${keys.join(', ')}`] : []),
  ];
  return `${name}(${parts.join(' ')})`;
}
