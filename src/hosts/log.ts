import { destination, pino } from 'pino';
import type { Log } from '../api/log.ts';
import type { LogLevel } from './environment.ts';

const secrets = ['authorization', 'cookie', 'password', 'token', 'refreshToken'];

/** One JSON object per line, on standard output unless told otherwise; secrets are blotted out by name. */
export function createLog(level: LogLevel, fd: number = process.stdout.fd): Log {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({ level, redact: { paths, censor: '…' } }, destination({ fd, sync: true }));
}
