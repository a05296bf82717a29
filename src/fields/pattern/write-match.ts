import { PatternReader, type PatternNode } from './pattern-reader.ts';

/**
 * A text that a pattern matches, for examples, as short as the pattern allows: `^ASB [0-9]{4,6}$` → `ASB 1111`.
 * Undefined where a symbol is hard to type. The caller checks the text, because nothing matches a pattern such as
 * `a^`.
 */
export function writeMatch(pattern: string): string | undefined {
  return write(new PatternReader(pattern).read());
}

function write(node: PatternNode): string | undefined {
  if (node.is === 'symbol') return typed.find((symbol) => node.matches(symbol));
  if (node.is === 'sequence') return join(node.nodes.map(write));
  if (node.is === 'choice') return node.nodes.map(write).find((text) => text !== undefined);
  if (node.is === 'repeat') return node.min === 0 ? '' : write(node.node)?.repeat(node.min);
  return '';
}

function join(texts: readonly (string | undefined)[]): string | undefined {
  return texts.some((text) => text === undefined) ? undefined : texts.join('');
}

// Letters and digits before other characters; 1 before 0, which makes a poorer example.
const typed = [
  ...'1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  ...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)),
];
