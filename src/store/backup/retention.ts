import { timeOfBackup } from './archive.ts';

/** For how many days, weeks and months one backup each is kept. */
export type Retention = { days: number; weeks: number; months: number };

/**
 * The backups that are kept: the newest of each of the last days, weeks (from Monday) and months in UTC that have any.
 * The newest of all is always among them.
 */
export function chooseKept(names: readonly string[], retention: Retention): ReadonlySet<string> {
  const newestFirst = names.toSorted().toReversed();
  const { days, weeks, months } = retention;
  return new Set([
    ...newestFirst.slice(0, 1),
    ...newestOf(newestFirst, (at) => at.toISOString().slice(0, 10), days),
    ...newestOf(newestFirst, (at) => mondayOf(at), weeks),
    ...newestOf(newestFirst, (at) => at.toISOString().slice(0, 7), months),
  ]);
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
  return new Date(at.getTime() - day * 86_400_000).toISOString().slice(0, 10);
}
