import { readFileSync, readdirSync } from 'node:fs';

/*
 * Seconds of processor time, which other work on the machine hardly changes; 0 where the system
 * does not tell.
 */

/** Of one process. */
export function cpuOf(pid: number): number {
  return timesOf(pid)?.own ?? 0;
}

/** Of a process, of those it started, and of those of them that ended. */
export function cpuOfFamily(pid: number): number {
  const own = timesOf(pid);
  if (!own) return 0;
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const children = pids
    .flatMap((other) => timesOf(other) ?? [])
    .filter(({ parent }) => parent === pid);
  return children.reduce((sum, child) => sum + child.own, own.own + own.ended);
}

type Times = { parent: number; own: number; ended: number };

/** See proc_pid_stat(5); what stands before the last bracket is the name of the program. */
function timesOf(pid: number): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const seconds = (first: number) => (fields[first]! + fields[first + 1]!) / TICKS;
    return { parent: fields[1]!, own: seconds(11), ended: seconds(13) };
  } catch {
    return undefined;
  }
}

/** A second; the same on every Linux Node runs on. */
const TICKS = 100;
