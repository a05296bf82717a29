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

/** `besides`: a field whose value stands where the value of this expression does, so both have its choices. */
function renameParts(
  names: Names,
  of: string,
  expression: Expression,
  besides?: string,
): Expression {
  const { kind } = expression;
  if (kind === 'path') return { ...expression, path: names.path(of, expression.path) };
  if (kind === 'literal' && besides !== undefined)
    return renameLiteral(expression, names.choice(of, besides, expression.value));
  if (kind === 'call') return renameCall(names, of, expression, besides);
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

type Call = Extract<Expression, { kind: 'call' }>;

function renameCall(names: Names, of: string, call: Call, besides?: string): Expression {
  const alike = sameValues(call);
  const field = alike.flatMap(fieldsGiven)[0] ?? (isEquality(call.name) ? undefined : besides);
  const args = call.args.map((arg) =>
    renameParts(names, of, arg, alike.includes(arg) ? field : undefined),
  );
  return { ...call, args };
}

function isEquality(name: string): boolean {
  return name === '=' || name === '!=';
}

/** The arguments that are compared with each other, or of which one is the result. */
function sameValues({ name, args }: Call): readonly Expression[] {
  if (name === 'if') return args.slice(1);
  return isEquality(name) || name === 'coalesce' ? args : [];
}

/** The fields whose values an expression may have. */
function fieldsGiven(expression: Expression): readonly string[] {
  if (expression.kind === 'path') return [expression.path];
  if (expression.kind !== 'call' || isEquality(expression.name)) return [];
  return sameValues(expression).flatMap(fieldsGiven);
}

function renameLiteral(literal: Extract<Expression, { kind: 'literal' }>, value: unknown) {
  return typeof value === 'string' || typeof value === 'number' ? { ...literal, value } : literal;
}
