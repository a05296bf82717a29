import type { Facet } from '../../../contract/lists.ts';
import type { Connection } from '../../connection/connection.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { Counting } from './counting.ts';

/** More values are no help to somebody who looks for one. */
const MOST = 20;

/** A longer text is read, not chosen from a list. */
const LONGEST = 200;

/** The most frequent values, and how many records have none. */
export async function countValues(
  connection: Connection,
  { place, params, values }: Counting,
): Promise<Facet> {
  const short = place.long ? ` and length(v) <= ${LONGEST}` : '';
  const text =
    `with counted as materialized (select v, count(*) as n from ${values} group by v) ` +
    `select coalesce((select n from counted where v is null), 0), ` +
    `coalesce((select json_agg(json_build_object('value', ${sqlTypes[place.type].toJson('t.v')}, 'count', t.n)) ` +
    `from (select v, n from counted where v is not null${short} order by n desc, v limit ${MOST + 1}) t), '[]')::text`;
  const [row] = await connection.run({ text, values: params.values, dependsOnValues: true });
  const found = JSON.parse(row![1]) as Extract<Facet, { kind: 'values' }>['values'];
  return {
    kind: 'values',
    values: found.slice(0, MOST),
    more: found.length > MOST,
    empty: row![0],
    timedOut: false,
  };
}
