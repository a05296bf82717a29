import type { Resource } from '../../../descriptor/descriptor.ts';
import type { ListQuery } from '../../../descriptor/filter/filter.ts';
import type { Scope } from '../scope.ts';
import type { Connection } from '../../connection/connection.ts';
import { toCounting } from './counting.ts';

export type PeriodUnit = 'day' | 'month';

/** `2026-11` or `2026-11-21`, and how many records fall into it. */
export type PeriodCount = { period: string; count: number };

/** How many records each day or month has, the earliest first; those of none are left out. By the clock of UTC. */
export async function countPeriods(
  { connection, scope }: { connection: Connection; scope: Scope },
  resource: Resource,
  { path, unit }: { path: string; unit: PeriodUnit },
  query: Pick<ListQuery, 'filter' | 'q'>,
): Promise<PeriodCount[]> {
  const { place, params, values } = toCounting(scope, resource, path, query, undefined);
  const moment = place.type === 'date' ? 'v' : `(v at time zone 'UTC')`;
  const text =
    `select to_char(${moment}, '${patterns[unit]}') as period, count(*) from ${values} ` +
    `where v is not null group by 1 order by 1 desc limit ${MOST}`;
  const rows = await connection.run({ text, values: params.values, dependsOnValues: true });
  return rows.map(([period, count]) => ({ period, count })).toReversed();
}

const MOST = 400;

const patterns: Record<PeriodUnit, string> = { day: 'YYYY-MM-DD', month: 'YYYY-MM' };
