import { requireLast, requireValue } from '../../fields/require-entry.ts';
import type { Expression, ExpressionProblem, Rollup } from './expression.ts';
import { isRollup, rollups } from './rollups.ts';
import { tokenize, type Token } from './tokenize.ts';

const maxLength = 2000;
const maxDepth = 50;

/** Limits operations, so that no product of numbers grows beyond what PostgreSQL can compute. */
const maxCalls = 200;

/** Operators from the loosest to the tightest. Those of one row bind equally, from left to right. */
export const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['=', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const constants: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
};

/**
 * Parses an expression such as `round(value / 1000, 2)`. An operator becomes a call
 * named by its sign (`a + b` becomes `+`(a, b)), so later steps only handle calls.
 */
export function parseExpression(
  text: string,
): { expression: Expression } | { problem: ExpressionProblem } {
  if (text.length > maxLength) {
    return trouble(`it is longer than ${maxLength} characters`, maxLength);
  }
  const read = tokenize(text);
  if ('problem' in read) return read;
  const reader: Reader = { tokens: read.tokens, next: 0, depth: 0, calls: 0 };
  const expression = readLevel(reader, 0);
  if ('problem' in expression) return expression;
  if (reader.calls > maxCalls) return trouble(`it has more than ${maxCalls} operations`, 0);
  const rest = peek(reader);
  return rest.kind === 'end' ? { expression } : unexpected(rest, 'an operator or the end');
}

/** The expression of a computed field that was checked when its descriptor was read; undefined if it is invalid. */
export function parsedOnce(text: string): Expression | undefined {
  if (!cache.has(text)) {
    const parsed = parseExpression(text);
    cache.set(text, 'expression' in parsed ? parsed.expression : undefined);
  }
  return cache.get(text);
}

/** The same for an expression of a descriptor, which has been checked. */
export function parsedDeclared(text: string): Expression {
  return requireValue(parsedOnce(text), text);
}

// Needed for every role and field. It holds only the expressions in the descriptors of this process.
const cache = new Map<string, Expression | undefined>();

type Reader = { tokens: readonly Token[]; next: number; depth: number; calls: number };
type Trouble = { problem: ExpressionProblem };
type Read = Expression | Trouble;

function readLevel(reader: Reader, level: number): Read {
  const signs = levels[level];
  if (!signs) return readUnary(reader);
  // As in SQL and Python: `not a < b` is `not (a < b)`.
  if (signs.includes('<') && peek(reader).text === 'not')
    return readOperator(reader, () => readLevel(reader, level));
  let left = readLevel(reader, level + 1);
  for (;;) {
    const token = peek(reader);
    if ('problem' in left || !signs.includes(token.text)) return left;
    reader.next += 1;
    const right = readLevel(reader, level + 1);
    if ('problem' in right) return right;
    left = call(reader, token.text, [left, right], token.at);
  }
}

function readUnary(reader: Reader): Read {
  const { text } = peek(reader);
  return text === '-' || text === 'not'
    ? readOperator(reader, () => readUnary(reader))
    : readPrimary(reader);
}

/** Reads an operator with one operand. */
function readOperator(reader: Reader, readOperand: () => Read): Read {
  const token = peek(reader);
  reader.next += 1;
  const operand = nested(reader, token, readOperand);
  if ('problem' in operand) return operand;
  return call(reader, token.text === '-' ? 'negative' : 'not', [operand], token.at);
}

function call(reader: Reader, name: string, args: readonly Expression[], at: number): Expression {
  reader.calls += 1;
  return { kind: 'call', name, args, at };
}

function readPrimary(reader: Reader): Read {
  const token = peek(reader);
  const { at, text } = token;
  reader.next += 1;
  if (token.kind === 'number') return readNumber(Number(text), at);
  if (token.kind === 'text') return { kind: 'literal', value: unquote(text), at };
  if (token.kind === 'variable') return { kind: 'variable', name: text, at };
  if (token.kind === 'name') return readName(reader, token);
  if (text !== '(') return unexpected(token);
  const inner = nested(reader, token, () => readLevel(reader, 0));
  return 'problem' in inner ? inner : (closed(reader) ?? inner);
}

function readNumber(value: number, at: number): Read {
  return Number.isFinite(value)
    ? { kind: 'literal', value, at }
    : trouble('this number is too large', at);
}

function readName(reader: Reader, token: Token): Read {
  const { at, text } = token;
  if (peek(reader).text === '(') {
    reader.next += 1;
    return nested(reader, token, () => readCall(reader, token));
  }
  return Object.hasOwn(constants, text)
    ? { kind: 'literal', value: constants[text] ?? null, at }
    : { kind: 'path', path: text, at };
}

function readCall(reader: Reader, { text, at }: Token): Read {
  if (text === 'count') return readRecords(reader, { name: text, at });
  const args: Expression[] = [];
  for (let isMore = peek(reader).text !== ')'; isMore;) {
    const arg = readLevel(reader, 0);
    if ('problem' in arg) return arg;
    if (args.length === 0 && isRollup(text) && take(reader, 'of'))
      return readRecords(reader, { name: text, at, value: arg });
    args.push(arg);
    isMore = take(reader, ',');
  }
  if (isRollup(text) && !rollups[text].isFunction)
    return unexpected(peek(reader), '“of” and the records');
  return closed(reader) ?? call(reader, text, args, at);
}

/** Reads `lines.order where amount > 0 by -placedOn)`, after `count(` or `sum(amount of`. */
function readRecords(reader: Reader, start: Pick<Rollup, 'name' | 'at' | 'value'>): Read {
  const of = readNamed(reader, 'the records, such as lines.order');
  if ('problem' in of) return of;
  const where = take(reader, 'where') ? readLevel(reader, 0) : undefined;
  if (where && 'problem' in where) return where;
  const by: Rollup['by'][number][] = [];
  for (let isMore = take(reader, 'by'); isMore; isMore = take(reader, ',')) {
    const isDescending = take(reader, '-');
    const key = readNamed(reader, 'a field to sort by');
    if ('problem' in key) return key;
    by.push({ ...key, isDescending });
  }
  const unclosed = closed(reader);
  if (unclosed) return unclosed;
  reader.calls += 1;
  return { kind: 'rollup', ...start, of, by, ...(where && { where }) };
}

function readNamed(reader: Reader, expected: string): { path: string; at: number } | Trouble {
  const token = peek(reader);
  if (token.kind !== 'name') return unexpected(token, expected);
  reader.next += 1;
  return { path: token.text, at: token.at };
}

/** Reads the next token if it is this one. */
function take(reader: Reader, text: string): boolean {
  const isNext = peek(reader).text === text;
  if (isNext) reader.next += 1;
  return isNext;
}

function closed(reader: Reader): Trouble | undefined {
  const token = peek(reader);
  if (token.text !== ')') return unexpected(token, 'a closing parenthesis');
  reader.next += 1;
  return undefined;
}

/** Limits the depth, so that a text of parentheses cannot exhaust the stack. */
function nested(reader: Reader, { at }: Token, read: () => Read): Read {
  reader.depth += 1;
  const result: Read =
    reader.depth > maxDepth
      ? trouble(`it is nested more than ${maxDepth} levels deep`, at)
      : read();
  reader.depth -= 1;
  return result;
}

function peek(reader: Reader): Token {
  return reader.tokens[reader.next] ?? requireLast(reader.tokens);
}

function unexpected({ kind, text, at }: Token, expected = 'a value'): Trouble {
  const actual = kind === 'end' ? 'the end' : `“${text}”`;
  return trouble(`expected ${expected} here, not ${actual}`, at);
}

function trouble(message: string, at: number): Trouble {
  return { problem: { message, at, wrong: 'form' } };
}

function unquote(text: string): string {
  const quote = text.charAt(0);
  return text.slice(1, -1).replaceAll(quote + quote, quote);
}
