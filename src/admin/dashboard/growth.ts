import type { Trend } from '../pages/dashboard/card-answer.ts';

const DAY = 86_400_000;

/** How many more there are than before the first day. */
export function growthOf({ days }: Trend): number {
  return days.reduce((sum, { created, deleted }) => sum + created - (deleted ?? 0), 0);
}

/** How many there were at the end of each day, reckoned back from how many there are. */
export function toTotals(total: number, { since, days }: Trend, now = Date.now()): number[] {
  const byDay = new Map(days.map(({ day, created, deleted }) => [day, created - (deleted ?? 0)]));
  const totals: number[] = [];
  let left = total;
  for (let moment = now; toDay(moment) >= since; moment -= DAY) {
    totals.unshift(left);
    left -= byDay.get(toDay(moment)) ?? 0;
  }
  return totals;
}

function toDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
