import type { Field } from '../../fields/field.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { parsePath, type Asking } from './query-term.ts';

export const maxFacets = 20;

/** `year,status` → the fields whose values are to be counted. */
export function parseFacetPaths(
  asking: Asking,
  text: string,
  at: string,
): { paths: string[] } | { problems: Problem[] } {
  const paths = text.split(',');
  if (paths.includes('')) return { problems: [problem('Q004', at, { expected: 'fieldNames' })] };
  if (paths.length > maxFacets) return { problems: [problem('Q019', at, { max: maxFacets })] };
  const problems = paths.flatMap((path, index) => {
    if (paths.indexOf(path) < index) return [problem('Q016', at, { value: path })];
    const found = parsePath(asking, path, `${at}.${path}`);
    if ('problems' in found) return found.problems;
    return hasFacet(found.field) ? [] : [problem('Q017', `${at}.${path}`)];
  });
  return problems.length > 0 ? { problems } : { paths };
}

/** Can its values be counted? Structures cannot. */
export function hasFacet({ kind, settings }: Field): boolean {
  return kind.column(settings).sql !== 'jsonb' && kind.filter.operators.length > 0;
}
