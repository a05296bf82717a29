import type { Facet } from '../../../contract/lists.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { ListQuery } from '../../../descriptor/filter/filter.ts';
import { findField } from '../../../descriptor/system-fields.ts';
import type { Connections } from '../../connection/connections.ts';
import type { Connection } from '../../connection/connection.ts';
import { errorCode } from '../../connection/error-code.ts';
import type { Scope } from '../scope.ts';
import { countBins } from './count-bins.ts';
import { countValues } from './count-values.ts';
import { countYears } from './count-years.ts';
import { toCounting, type Counting } from './counting.ts';

/** What may be counted of a field: its values, or ranges of them. */
function facetKind(resource: Resource, path: string): Facet['kind'] {
  return findField(resource, path)?.kind.facet ?? 'values';
}

export type FacetParts = Pick<Connections, 'begin'> & {
  scope: Scope;
  /** Milliseconds a facet may take. */
  budget: number;
};

/**
 * One facet, in a transaction of its own: on a large table a count may take long, and then the
 * others still come. The list itself is another request and waits for none of them.
 */
export async function readFacet(
  { begin, scope, budget }: FacetParts,
  resource: Resource,
  path: string,
  query: Pick<ListQuery, 'filter' | 'q'>,
  readable: readonly string[] | undefined,
): Promise<Facet> {
  const kind = facetKind(resource, path);
  const counting = toCounting(scope, resource, path, query, readable);
  const transaction = await begin({ timeout: budget, readOnly: true });
  try {
    return await counts[kind](transaction.connection, counting);
  } catch (error) {
    if (errorCode(error) !== QUERY_CANCELED) throw error;
    const nothing = { empty: null, timedOut: true };
    return kind === 'histogram'
      ? { kind, ...nothing, bins: [] }
      : { kind, ...nothing, values: [], more: false };
  } finally {
    await transaction.end('rollback');
  }
}

const counts: Record<
  Facet['kind'],
  (connection: Connection, counting: Counting) => Promise<Facet>
> = {
  values: countValues,
  years: countYears,
  histogram: countBins,
};

const QUERY_CANCELED = '57014';
