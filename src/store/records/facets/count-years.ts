import type { Facet } from '../../../contract/lists.ts';
import type { Connection } from '../../connection/connection.ts';
import type { Counting } from './counting.ts';

const MOST = 200;

/** The years of dates and times, the newest first; times by the clock of UTC, in which they are written. */
export async function countYears(
  connection: Connection,
  { place, params, values }: Counting,
): Promise<Facet> {
  const text =
    `select extract(year from v)::int as year, count(*) from ${values} ` +
    `group by 1 order by 1 desc nulls first limit ${MOST + 2}`;
  const rows = await connection.run({ text, values: params.values, dependsOnValues: true });
  const years = rows.filter(([year]) => year !== null) as [number, number][];
  const range = place.type === 'date' ? ofDays : ofMoments;
  return {
    kind: 'years',
    values: years.slice(0, MOST).map(([value, count]) => ({ value, ...range(value), count })),
    more: years.length > MOST,
    empty: rows.find(([year]) => year === null)?.[1] ?? 0,
    timedOut: false,
  };
}

function ofDays(year: number): { from: string; to: string } {
  const written = String(year).padStart(4, '0');
  return { from: `${written}-01-01`, to: `${written}-12-31` };
}

function ofMoments(year: number): { from: string; to: string } {
  const { from, to } = ofDays(year);
  return { from: `${from}T00:00:00.000Z`, to: `${to}T23:59:59.999Z` };
}
