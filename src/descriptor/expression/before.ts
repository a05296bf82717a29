const BEFORE = '$before.';

/** Whether a path names a value of the record before the change: `$before.status`. */
export function isBefore(path: string): boolean {
  return path.startsWith(BEFORE);
}

/** The path of the same value after the change. */
export function nowPath(path: string): string {
  return isBefore(path) ? path.slice(BEFORE.length) : path;
}
