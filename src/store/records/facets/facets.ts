import type { Facet } from '../../../contract/lists.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { ListQuery } from '../../../descriptor/filter/filter.ts';
import { readFacet, type FacetParts } from './facet.ts';

/** A request takes no more connections than so many at a time: others want some too. */
const AT_ONCE = 3;

/** The facets of some fields, in their order. */
export async function readFacets(
  parts: FacetParts,
  resource: Resource,
  paths: readonly string[],
  query: Pick<ListQuery, 'filter' | 'q'>,
  readable: readonly string[] | undefined,
): Promise<Facet[]> {
  const facets: Facet[] = [];
  const waiting = [...paths.entries()].values();
  const work = async (): Promise<void> => {
    for (const [index, path] of waiting)
      facets[index] = await readFacet(parts, resource, path, query, readable);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return facets;
}
