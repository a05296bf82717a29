import type { ExpressionProblem } from './expression.ts';

export type Token = {
  kind: 'number' | 'text' | 'name' | 'variable' | 'sign' | 'end';
  text: string;
  at: number;
};

const space = /\s+/y;
const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['number', /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
  // A quote inside a text is written twice, as in SQL and in spreadsheets.
  ['text', /'(?:[^']|'')*'|"(?:[^"]|"")*"/y],
  ['name', /(?:\$before\.)?[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*/y],
  // `$today-30d` is one value, as in filters; an offset is not a subtraction.
  ['variable', /\$[A-Za-z][A-Za-z0-9.]*(?:[-+]\d+[a-z]?\b)?/y],
  ['sign', /<=|>=|!=|[-+*/%=<>(),]/y],
];

/** The tokens of an expression, followed by one `end` token. */
export function tokenize(text: string): { tokens: Token[] } | { problem: ExpressionProblem } {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += matchAt(space, text, at).length;
    if (at >= text.length) return { tokens: [...tokens, { kind: 'end', text: '', at }] };
    const token = readToken(text, at);
    if (!token) {
      return {
        problem: { message: `“${text.slice(at, at + 10)}” is not allowed here`, at, wrong: 'form' },
      };
    }
    tokens.push(token);
    at += token.text.length;
  }
}

function readToken(text: string, at: number): Token | undefined {
  for (const [kind, pattern] of patterns) {
    const match = matchAt(pattern, text, at);
    if (match !== '') return { kind, text: match, at };
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
