import { tokenize } from './tokenize.ts';

/** What an expression asks for: paths such as `year` and `source.year`, and what it counts. */
type Reads = { paths: readonly string[]; counts: readonly string[] };

/**
 * What the expression of a computed field reads. By its words alone, which is little enough for the
 * browser; one that cannot be read reads nothing.
 */
export function readsOf(expression: string): Reads {
  const before = known.get(expression);
  if (before) return before;
  const read = tokenize(expression);
  const tokens = 'tokens' in read ? read.tokens : [];
  const paths = new Set<string>();
  const counts = new Set<string>();
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'name' || words.has(text) || tokens[index + 1]?.text === '(') continue;
    const isCounted = tokens[index - 1]?.text === '(' && tokens[index - 2]?.text === 'count';
    (isCounted ? counts : paths).add(text);
  }
  const reads = { paths: [...paths], counts: [...counts] };
  known.set(expression, reads);
  return reads;
}

const words: ReadonlySet<string> = new Set(['and', 'or', 'not', 'true', 'false', 'null']);

// Asked for every role and field; there are as many expressions as the descriptors of this process have.
const known = new Map<string, Reads>();
