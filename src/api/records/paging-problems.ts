import { problem, type Problem } from '../../fields/problem.ts';

const ofPages = ['_page', '_perPage', '_after', '_total', '_fields'];

/** What belongs to a page, said where there is none. */
export function pagingProblems(
  params: URLSearchParams,
  further: readonly string[] = [],
): readonly Problem[] {
  return [...ofPages, ...further]
    .filter((name) => params.has(name))
    .map((name) => problem('Q001', name));
}
