import type { Facet } from '../../../contract/lists.ts';
import type { Connection } from '../../connection/connection.ts';
import type { Counting } from './counting.ts';
import { toEdges } from './to-edges.ts';

/** How numbers are spread, in bins with round edges. */
export async function countBins(
  connection: Connection,
  { place, params, values }: Counting,
): Promise<Facet> {
  const ends = `select min(v), max(v), count(*) - count(v) from ${values}`;
  const [[min, max, empty] = []] = await connection.run({
    text: ends,
    values: params.values,
    dependsOnValues: true,
  });
  const known = { kind: 'histogram', empty, timedOut: false } as const;
  if (typeof min !== 'number') return { ...known, bins: [] };
  const edges = toEdges(min, max, place.type === 'bigint');
  // By the edges themselves and not by arithmetic, so that a filter by them finds what was counted.
  const bin = `width_bucket(v::double precision, ${params.add(edges)}::double precision[])`;
  const text = `select ${bin}, count(*) from ${values} where v is not null group by 1`;
  const rows = await connection.run({ text, values: params.values, dependsOnValues: true });
  const counts = new Map(rows as [number, number][]);
  const bins = edges.slice(1).map((to, index) => ({
    from: edges[index]!,
    to,
    count: counts.get(index + 1) ?? 0,
  }));
  return { ...known, bins };
}
