import { hidesRows } from '../../descriptor/filter/row-filters.ts';
import { mayRead } from '../../descriptor/access.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { readGrowth, type GrowthOfDay } from '../../store/read-growth.ts';
import type { CardQuestion } from './card-answers.ts';

const DAYS = 30;
const DAY = 86_400_000;

type Trend = {
  since: string;
  /** Days on which records came or went; `deleted` null: of those that are gone nobody knows whether they were of these. */
  days: readonly { day: string; created: number; deleted: number | null }[];
};

/**
 * How many records came and went in the last thirty days. Of all records the history tells; of those
 * that meet a filter, or that are somebody's own, when those that are there were created. Null for
 * who may not know when anything happened.
 */
export async function readTrend(question: CardQuestion): Promise<Trend | null> {
  const { call, sql, resource, filter } = question;
  const { descriptor, role } = call;
  if (!mayRead(descriptor, role, resource, 'createdAt')) return null;
  const today = Math.floor(Date.now() / DAY) * DAY;
  const since = new Date(today - (DAYS - 1) * DAY).toISOString();
  const isPart = filter !== undefined || hidesRows(descriptor, role, resource);
  const days = isPart
    ? await ofThese(question, since)
    : await readGrowth(sql, resource.name, since);
  return { since: since.slice(0, 10), days };
}

async function ofThese(
  { call, resource, filter }: CardQuestion,
  since: string,
): Promise<readonly (Omit<GrowthOfDay, 'deleted'> & { deleted: null })[]> {
  const recent: Filter = { path: 'createdAt', operator: 'gte', operands: [since] };
  const counts = await call.parts.store.periods(
    resource,
    { path: 'createdAt', unit: 'day' },
    { filter: filter ? { and: [filter, recent] } : recent },
  );
  return counts.map(({ period, count }) => ({ day: period, created: count, deleted: null }));
}
