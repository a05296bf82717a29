import { maxDepth } from '../../descriptor/json-object.ts';
import { problem, type Problem } from '../../fields/problem.ts';

/** In a body as a whole. */
export const MOST_MEMBERS = 50_000;
/** Those of them that have a key, which cost the parser three times as much: a thousand records of twenty fields. */
const MOST_KEYED = 20_000;
/** In one object. */
const MOST_KEYS = 1_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Looks through JSON before it is parsed, and stops where it is too much: a megabyte of empty lists costs a hundred
 * times what a megabyte of text does, in the only thread there is. Whether it is JSON at all says the parser.
 */
export function scanJson(bytes: Uint8Array): Problem | undefined {
  let members = 0;
  let keyed = 0;
  let depth = 0;
  // How many commas each open list or object has; those of lists stay under zero.
  const commas = new Int32Array(maxDepth + 2);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) {
      members += 1;
      if (++commas[depth]! >= MOST_KEYS) return problem('V016', '', { max: MOST_KEYS });
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      members += 1;
      depth += 1;
      if (depth > maxDepth) return problem('V019', '', { max: maxDepth });
      commas[depth] = byte === OPEN_LIST ? -bytes.length : 0;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth = Math.max(0, depth - 1);
    else if (byte === COLON && ++keyed > MOST_KEYED)
      return problem('V016', '', { max: MOST_KEYED });
    if (members > MOST_MEMBERS) return problem('V016', '', { max: MOST_MEMBERS });
  }
  return undefined;
}

/** Where the quote stands that ends the text which begins here. */
function endOfText(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end > 0 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end < 0 ? bytes.length : end;
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at;
  while (bytes[before - 1] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}
