import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { problem, type Problem } from '../../fields/problem.ts';
import type { DescriptorProblem } from './grammar-problems.ts';

export type Path = readonly (string | number)[];

/** A file of declarations, read: its value, and where in the text each part of it stands. */
export type SourceText = {
  value: unknown;
  /** What is wrong with the text itself. When it is no JSON, `value` is a guess not to build on. */
  problems: DescriptorProblem[];
  isJson: boolean;
  /**
   * The problem at its place: at the value of the path, at its key, or at the nearest thing around
   * it. `inside` leads so many characters into a text.
   */
  locate(found: Problem, path: Path, at?: 'key' | 'value', inside?: number): DescriptorProblem;
};

/** Reads JSON with comments and trailing commas. Never throws. */
export function readSource(text: string): SourceText {
  const errors: ParseError[] = [];
  // Editors on Windows put a byte order mark in front; it is not part of the text.
  const clean = text.replace(/^\ufeff/, ' ');
  const place = createPlaces(clean);
  const flaw = findFlaw(clean);
  if (flaw)
    return refuse({ ...problem('D001', '', { reason: flaw.reason }), ...place(flaw.offset) });
  const root = parseTree(clean, errors, { allowTrailingComma: true, disallowComments: false });
  const repeated = root ? findRepeatedKeys(root, []) : [];
  return {
    value: root ? withPrototypes(getNodeValue(root)) : undefined,
    isJson: errors.length === 0,
    problems: [
      ...withoutEchoes(errors, place).map((error) => ({
        ...syntaxProblem(error),
        ...place(error.offset),
      })),
      ...repeated.map(({ path, key }) => ({
        ...problem('D002', path.join('.')),
        ...place(key.offset),
      })),
    ],
    locate: (found, path, at = 'value', inside) => ({
      ...found,
      ...place(root ? offsetIn(clean, nearestNode(root, path, at), inside) : 0),
    }),
  };
}

/** Nothing of it can be built on, and every problem is at the place of this one. */
function refuse(flaw: DescriptorProblem): SourceText {
  const { line, column } = flaw;
  return {
    value: undefined,
    isJson: false,
    problems: [flaw],
    locate: (found) => ({ ...found, line, column }),
  };
}

/** All that reads a descriptor goes into it as deep as it is nested, and nothing sensible is deeper. */
const DEEPEST = 100;

/** What no reader gets over: a file that is not UTF-8, which leaves this sign where its bytes mean nothing, and one nested without end. */
function findFlaw(text: string): { reason: string; offset: number } | undefined {
  const wrong = text.indexOf('\ufffd');
  if (wrong >= 0) return { reason: 'the file is not saved as UTF-8', offset: wrong };
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === OPEN_BRACE || token === OPEN_BRACKET) depth += 1;
    else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) depth -= 1;
    if (depth > DEEPEST)
      return {
        reason: `more than ${DEEPEST} objects and lists are nested here`,
        offset: scanner.getTokenOffset(),
      };
  }
  return undefined;
}

// jsonc-parser's `SyntaxKind`, a const enum as well.
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, END] = [1, 2, 3, 4, 17];

type Places = (offset: number) => { line: number; column: number };

/** `offset` → line and column, by where the lines begin. */
function createPlaces(text: string): Places {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((end) => end.index + end[0].length)];
  return (offset) => {
    const next = starts.findIndex((start) => start > offset);
    const line = next < 0 ? starts.length : next;
    return { line, column: offset - starts[line - 1]! + 1 };
  };
}

/** A character of a text may be written by several, as in `\n` and `\u00e4`. */
function offsetIn(text: string, { type, offset, length }: Node, inside: number | undefined) {
  if (inside === undefined || type !== 'string') return offset;
  const written = text.slice(offset + 1, offset + length - 1).match(/\\u[0-9a-fA-F]{4}|\\.|[^]/g);
  return offset + 1 + (written ?? []).slice(0, inside).join('').length;
}

function nearestNode(root: Node, path: Path, at: 'key' | 'value'): Node {
  const node = findNodeAtLocation(root, [...path]);
  if (!node) return path.length === 0 ? root : nearestNode(root, path.slice(0, -1), 'key');
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  return (at === 'key' ? key : undefined) ?? node;
}

/** JSON says nothing against two equal keys and every reader takes the last: the first is lost in silence. */
function findRepeatedKeys(node: Node, path: Path): { path: Path; key: Node }[] {
  const seen = new Set<string>();
  return (node.children ?? []).flatMap((child, index) => {
    if (child.type !== 'property') return findRepeatedKeys(child, [...path, index]);
    const [key, value] = child.children ?? [];
    if (!key) return [];
    const name = String(key.value);
    const inside = [...path, name];
    const repeated = seen.has(name) ? [{ path: inside, key }] : [];
    seen.add(name);
    return [...repeated, ...(value ? findRepeatedKeys(value, inside) : [])];
  });
}

// The parser makes objects without a prototype, which neither zod's records nor `toEqual` take for plain ones.
function withPrototypes(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function syntaxProblem(error: ParseError): Problem {
  return problem('D001', '', { reason: reasons[error.error] ?? 'the syntax is not valid here' });
}

// One slip makes the parser stumble several times, and miss or find a bracket too many at the end;
// what it says first of a line is what helps.
function withoutEchoes(errors: readonly ParseError[], place: Places): ParseError[] {
  const real = errors.filter(({ error }, index) => index === 0 || !brackets.has(error));
  return real.filter(
    ({ offset }, index) =>
      real.findIndex((other) => place(other.offset).line === place(offset).line) === index,
  );
}

const brackets: ReadonlySet<number> = new Set([7, 8, 9]);

/** By the numbers of jsonc-parser's `ParseErrorCode`, a const enum that type stripping cannot import. */
const reasons: Readonly<Record<number, string>> = {
  1: 'expected text in double quotes, a number, true, false or null here',
  2: 'a number is not in JSON format',
  3: 'a name in double quotes is missing here',
  4: 'a value is missing here',
  5: 'a colon is missing here',
  6: 'a comma is missing here',
  7: 'a closing brace } is missing here',
  8: 'a closing bracket ] is missing here',
  9: 'there is text after the end',
  11: 'a comment is not closed',
  12: 'text in quotes is not closed',
  13: 'a number is not finished',
  14: 'a \\u is not followed by four hexadecimal digits',
  15: 'a backslash is followed by an unknown letter',
  16: 'a character here must be escaped with a backslash',
};
