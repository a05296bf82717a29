import type { Expression } from '../../../descriptor/expression/expression.ts';
import { formatExpression } from '../../../descriptor/expression/format-expression.ts';
import { parseExpression } from '../../../descriptor/expression/parse-expression.ts';
import { splitPath } from '../../../descriptor/lookups.ts';

type Names = {
  resource(name: string): string;
  path(resource: string, path: string): string;
  choice(resource: string, path: string, value: unknown): unknown;
};

/** An expression with its paths, and the choices that it compares with them. One that does not parse stays. */
export function renameExpression(names: Names, of: string, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const parsed = parseExpression(text);
  return 'problem' in parsed ? text : formatExpression(renameParts(names, of, parsed.expression));
}

function renameParts(names: Names, of: string, expression: Expression): Expression {
  const { kind } = expression;
  if (kind === 'path') return { ...expression, path: names.path(of, expression.path) };
  if (kind === 'call') {
    const compared = expression.args.find((arg) => arg.kind === 'path')?.path;
    const args = expression.args.map((arg) =>
      arg.kind === 'literal' && compared !== undefined && isEquality(expression.name)
        ? renameLiteral(arg, names.choice(of, compared, arg.value))
        : renameParts(names, of, arg),
    );
    return { ...expression, args };
  }
  if (kind !== 'rollup') return expression;
  const { value, where, by } = expression;
  const [collection, reference] = splitPath(expression.of.path);
  const path = `${names.resource(collection)}.${names.path(collection, reference)}`;
  return {
    ...expression,
    of: { ...expression.of, path },
    ...(value && { value: renameParts(names, collection, value) }),
    ...(where && { where: renameParts(names, collection, where) }),
    by: by.map((key) => ({ ...key, path: names.path(collection, key.path) })),
  };
}

function isEquality(name: string): boolean {
  return name === '=' || name === '!=';
}

function renameLiteral(literal: Extract<Expression, { kind: 'literal' }>, value: unknown) {
  return typeof value === 'string' || typeof value === 'number' ? { ...literal, value } : literal;
}
