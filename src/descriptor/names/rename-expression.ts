import { isBefore } from '../expression/before.ts';
import type { Expression, Rollup } from '../expression/expression.ts';
import { formatLiteral } from '../expression/format-expression.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import { tokenize } from '../expression/tokenize.ts';
import { namesToken } from '../expression/variables.ts';
import { splitPath } from '../lookups.ts';

export type Names = {
  resource(name: string): string;
  path(resource: string, path: string): string;
  choice(resource: string, path: string, value: unknown): unknown;
};

/** Whose fields an expression names: the collection `of`, and in the filter of a reference by `$name` those of `owner`. */
export type Scope = { of: string; owner?: string | undefined };

/** What the token at a place of the text becomes. */
type Change = { at: number; text: string };

/**
 * An expression with its paths, and the choices that it compares with them. The rest of the text stays as somebody wrote
 * it. One that does not parse stays.
 */
export function renameExpression(names: Names, scope: Scope, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const [parsed, read] = [parseExpression(text), tokenize(text)];
  if ('problem' in parsed || 'problem' in read) return text;
  const changes = new Map(changesIn(names, scope, parsed.expression).map((one) => [one.at, one]));
  let [written, done] = ['', 0];
  for (const token of read.tokens) {
    const change = changes.get(token.at);
    if (!change) continue;
    written += text.slice(done, token.at) + change.text;
    done = token.at + token.text.length;
  }
  return written + text.slice(done);
}

/** `besides`: fields whose values stand where the value of this expression does, so it has the choices of one of them. */
function changesIn(
  names: Names,
  scope: Scope,
  expression: Expression,
  besides: readonly string[] = [],
): Change[] {
  const { kind, at } = expression;
  if (kind === 'path') return [{ at, text: renamePath(names, scope, expression.path) }];
  if (kind === 'variable') return ownerIn(names, scope, expression);
  if (kind === 'literal') {
    const { value } = expression;
    const renamed = besides.map((path) => names.choice(scope.of, path, value));
    const choice = renamed.filter(isChoice).find((each) => each !== value);
    return choice === undefined ? [] : [{ at, text: formatLiteral(choice) }];
  }
  return kind === 'call'
    ? changesInCall(names, scope, expression, besides)
    : changesInRollup(names, scope, expression);
}

function isChoice(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** In the filter of a reference, `$before.name` is a field behind a reference `before` of the record that refers. */
function renamePath(names: Names, { of, owner }: Scope, path: string): string {
  return owner !== undefined && isBefore(path)
    ? `$${names.path(owner, path.slice(1))}`
    : names.path(of, path);
}

function ownerIn(
  names: Names,
  { owner }: Scope,
  { name, at }: Extract<Expression, { kind: 'variable' }>,
): Change[] {
  if (owner === undefined || namesToken(name)) return [];
  return [{ at, text: `$${names.path(owner, name.slice(1))}` }];
}

function changesInRollup(
  names: Names,
  { owner }: Scope,
  { of, value, where, by }: Rollup,
): Change[] {
  const [collection, reference] = splitPath(of.path);
  const inside = [value, where].filter((part) => part !== undefined);
  const path = `${names.resource(collection)}.${names.path(collection, reference)}`;
  return [
    { at: of.at, text: path },
    ...inside.flatMap((part) => changesIn(names, { of: collection, owner }, part)),
    ...by.map((key) => ({ at: key.at, text: names.path(collection, key.path) })),
  ];
}

type Call = Extract<Expression, { kind: 'call' }>;

function changesInCall(
  names: Names,
  scope: Scope,
  call: Call,
  besides: readonly string[],
): Change[] {
  const alike = sameValues(call);
  const fields = [...alike.flatMap(fieldsGiven), ...(isEquality(call.name) ? [] : besides)];
  return call.args.flatMap((arg) =>
    changesIn(names, scope, arg, alike.includes(arg) ? fields : []),
  );
}

function isEquality(name: string): boolean {
  return name === '=' || name === '!=';
}

const givesOneOf: ReadonlySet<string> = new Set(['coalesce', 'min', 'max']);

/** The arguments that are compared with each other, or of which one is the result. */
function sameValues({ name, args }: Call): readonly Expression[] {
  if (name === 'if') return args.slice(1);
  return isEquality(name) || givesOneOf.has(name) ? args : [];
}

/** The fields whose values an expression may have. */
function fieldsGiven(expression: Expression): readonly string[] {
  if (expression.kind === 'path') return [expression.path];
  if (expression.kind !== 'call' || isEquality(expression.name)) return [];
  return sameValues(expression).flatMap(fieldsGiven);
}
