import { requireItem } from '../../fields/require-entry.ts';
import { timeOfBackup } from './archive.ts';

/** For how many days, weeks and months one backup each is kept. */
export type Retention = { days: number; weeks: number; months: number };

const DAY = 86_400_000;

/**
 * The backups that are kept: all of the last 24 hours before the newest, so that a good one outlives one that was made
 * too late, and the newest of each of the last days, weeks (from Monday) and months in UTC that have any.
 */
export function chooseKept(names: readonly string[], retention: Retention): ReadonlySet<string> {
  const newestFirst = names.toSorted().toReversed();
  const { days, weeks, months } = retention;
  return new Set([
    ...newestFirst.filter((name) => ageOf(name, requireItem(newestFirst, 0)) < DAY),
    ...newestOf(newestFirst, (at) => at.toISOString().slice(0, 10), days),
    ...newestOf(newestFirst, (at) => mondayOf(at), weeks),
    ...newestOf(newestFirst, (at) => at.toISOString().slice(0, 7), months),
  ]);
}

function ageOf(name: string, newest: string): number {
  return timeOfBackup(newest).getTime() - timeOfBackup(name).getTime();
}

function newestOf(
  newestFirst: readonly string[],
  periodOf: (at: Date) => string,
  most: number,
): string[] {
  const newest = new Map<string, string>();
  for (const name of newestFirst) {
    const period = periodOf(timeOfBackup(name));
    if (!newest.has(period)) newest.set(period, name);
  }
  return [...newest.values()].slice(0, most);
}

function mondayOf(at: Date): string {
  const day = (at.getUTCDay() + 6) % 7;
  return new Date(at.getTime() - day * DAY).toISOString().slice(0, 10);
}
