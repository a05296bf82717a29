import { requireItem } from '../../fields/require-entry.ts';
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { isStorable } from '../../fields/text/storable-text.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import { descriptorProblem } from './descriptor-problem.ts';

/** A problem in the declarations with its place in the file. Line and column count from 1. */
export type DescriptorProblem = Problem & {
  /** The included file, by its path relative to the descriptor's folder; absent: the descriptor itself. */
  file?: string;
  line: number;
  column: number;
};

export type Path = readonly (string | number)[];

/** A parsed file of declarations: its value, and the place of each part in the text. */
export type SourceText = {
  value: unknown;
  /** The problems of the text itself. If it is not JSON, `value` is only a guess. */
  problems: DescriptorProblem[];
  isJson: boolean;
  /** The same with the place of each part; absent if the text has none. */
  root?: Node | undefined;
  /**
   * Adds the place of a problem: the value at the path, its key, or the nearest
   * enclosing part. `inside` is a number of characters into a text.
   */
  locate(problem: Problem, path: Path, at?: 'key' | 'value', inside?: number): DescriptorProblem;
};

/** Reads JSON with comments and trailing commas. Never throws. */
export function readSource(text: string): SourceText {
  const errors: ParseError[] = [];
  // Editors on Windows may put a byte order mark first; it is not part of the text.
  const clean = text.replace(/^\ufeff/, ' ');
  const place = createPlaces(clean);
  const flaw = findFlaw(clean);
  if (flaw)
    return refuse({
      ...descriptorProblem('D001', '', { reason: flaw.reason }),
      ...place(flaw.offset),
    });
  const root = parseTree(clean, errors, { allowTrailingComma: true, disallowComments: false });
  const repeated = root ? findRepeatedKeys(root, []) : [];
  return {
    value: root ? withPrototypes(getNodeValue(root)) : undefined,
    isJson: errors.length === 0,
    root,
    problems: [
      ...withoutEchoes(errors, place).map((error) => ({
        ...syntaxProblem(error),
        ...place(error.offset),
      })),
      ...repeated.map(({ path, key }) => ({
        ...descriptorProblem('D002', path.join('.')),
        ...place(key.offset),
      })),
    ],
    locate: (problem, path, at = 'value', inside) => ({
      ...problem,
      ...place(root ? offsetIn(clean, nearestNode(root, path, at), inside) : 0),
    }),
  };
}

/** A source without a value, in which every problem has the place of this one. */
function refuse(flaw: DescriptorProblem): SourceText {
  const { line, column } = flaw;
  return {
    value: undefined,
    isJson: false,
    problems: [flaw],
    locate: (problem) => ({ ...problem, line, column }),
  };
}

/** The deepest nesting accepted. Everything that reads a descriptor recurses, and no sensible one is deeper. */
const DEEPEST = 100;

/** The most commas in a file, and in one object. A check reads each part several times, and compares names with each other. */
const MOST_COMMAS = { file: 50_000, inside: 2_000 };

/**
 * Finds what no reader can handle: a file that is not UTF-8, whose wrong bytes become U+FFFD, deep nesting, more parts
 * than a server checks beside its other work, or a text that no database stores.
 */
function findFlaw(text: string): { reason: string; offset: number } | undefined {
  const wrong = text.indexOf('\ufffd');
  if (wrong >= 0) return { reason: 'the file is not saved as UTF-8', offset: wrong };
  const scanner = createScanner(text, true);
  let all = 0;
  // Of each open object or list, the innermost last.
  const commas: number[] = [];
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === OPEN_BRACE) commas.push(0);
    else if (token === OPEN_BRACKET) commas.push(-Infinity);
    else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) commas.pop();
    else if (token === COMMA) {
      all += 1;
      commas.push((commas.pop() ?? 0) + 1);
    }
    const isUnstorable = token === STRING && !isStorable(scanner.getTokenValue());
    const reason = isUnstorable
      ? 'this text has a NUL or half of a character, which cannot be stored'
      : excessOf(all, commas);
    if (reason !== undefined) return { reason, offset: scanner.getTokenOffset() };
  }
  return undefined;
}

function excessOf(all: number, commas: readonly number[]): string | undefined {
  const { file, inside } = MOST_COMMAS;
  if (commas.length > DEEPEST) return `more than ${DEEPEST} objects and lists are nested here`;
  if ((commas.at(-1) ?? 0) >= inside) return `this object has more than ${inside} entries`;
  return all >= file ? `the file has more than ${file} entries` : undefined;
}

// jsonc-parser's `SyntaxKind`, a const enum as well.
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [1, 2, 3, 4];
const [COMMA, STRING, END] = [5, 10, 17];

type Places = (offset: number) => { line: number; column: number };

/** Converts an offset into line and column. */
function createPlaces(text: string): Places {
  const findStarts = () => [
    0,
    ...[...text.matchAll(/\r\n|\r|\n/g)].map((end) => end.index + end[0].length),
  ];
  // Only for a problem, which few descriptors have.
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= findStarts();
    let [line, after] = [1, starts.length];
    while (line < after) {
      const middle = Math.ceil((line + after) / 2);
      if (requireItem(starts, middle - 1) > offset) after = middle - 1;
      else line = middle;
    }
    return { line, column: offset - requireItem(starts, line - 1) + 1 };
  };
}

/** One character of a text may be written as several, as in `\n` and `\u00e4`. */
function offsetIn(text: string, { type, offset, length }: Node, inside: number | undefined) {
  if (inside === undefined || type !== 'string') return offset;
  const written = text.slice(offset + 1, offset + length - 1).match(/\\u[0-9a-fA-F]{4}|\\.|[^]/g);
  return offset + 1 + (written ?? []).slice(0, inside).join('').length;
}

function nearestNode(root: Node, path: Path, at: 'key' | 'value'): Node {
  const node = findNodeAtLocation(root, [...path]);
  if (!node) return nearestNode(root, path.slice(0, -1), 'key');
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  return (at === 'key' ? key : undefined) ?? node;
}

/** Finds repeated keys. JSON allows them, and every reader silently takes the last. */
function findRepeatedKeys(node: Node, path: Path): { path: Path; key: Node }[] {
  const seen = new Set<string>();
  return (node.children ?? []).flatMap((child, index) => {
    if (child.type !== 'property') return findRepeatedKeys(child, [...path, index]);
    const [key, value] = child.children as [Node, Node?];
    const name = String(key.value);
    const inside = [...path, name];
    const repeated = seen.has(name) ? [{ path: inside, key }] : [];
    seen.add(name);
    return [...repeated, ...(value ? findRepeatedKeys(value, inside) : [])];
  });
}

// The parser creates objects without a prototype, which zod's records and `toEqual` reject as not plain.
function withPrototypes(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function syntaxProblem(error: ParseError): Problem {
  return descriptorProblem('D001', '', {
    reason: reasons[error.error] ?? 'the syntax is not valid here',
  });
}

// One mistake causes several parser errors, and a missing or surplus bracket at the
// end. Only the first error of each line is helpful.
function withoutEchoes(errors: readonly ParseError[], place: Places): ParseError[] {
  const real = errors.filter(({ error }, index) => index === 0 || !brackets.has(error));
  const byLine = new Map<number, ParseError>();
  for (const error of real) {
    const { line } = place(error.offset);
    if (!byLine.has(line)) byLine.set(line, error);
  }
  return [...byLine.values()];
}

const brackets: ReadonlySet<number> = new Set([7, 8, 9]);

/** Texts for the numbers of jsonc-parser's `ParseErrorCode`, a const enum that type stripping cannot import. */
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
