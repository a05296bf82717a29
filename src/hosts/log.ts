import { destination, pino } from 'pino';
import type { Log } from '../api/api-parts.ts';
import type { LogLevel } from './environment.ts';

/**
 * One JSON object per line, on standard output unless told otherwise. Nothing secret is
 * handed to it (`tests/hosts/log.test.ts` looks for it), so nothing is searched for in each line.
 */
export function createLog(level: LogLevel, fd: number = process.stdout.fd): Log {
  // Some lines at a time, so that no request waits for the log; pino writes the rest when the process ends.
  return pino({ level }, destination({ fd, sync: false, minLength: 4_096, periodicFlush: 100 }));
}
