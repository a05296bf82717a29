import type { Route } from '../../src/api/http/route.ts';

/** The words that stand where an `_id` would in these routes, in alphabetical order. */
export function wordsOf(root: string, routes: readonly Route[]): string[] {
  const below = routes
    .filter(({ path }) => path.startsWith(`${root}/`))
    .map(({ path }) => path.slice(root.length + 1).split('/', 1)[0] ?? '');
  return [...new Set(below)].filter((word) => /^\w/.test(word)).toSorted();
}
