import { destination, pino, stdSerializers } from 'pino';
import type { Log } from '../api/api-parts.ts';
import { currentWork } from '../store/connection/current-work.ts';
import type { LogLevel } from './environment.ts';
import { toSourcePlaces } from './source-places.ts';

/**
 * Writes one JSON object per line, by default to standard output. Callers pass no secrets
 * (`tests/hosts/log.test.ts` checks that), so lines are not searched for them.
 */
export function createLog(level: LogLevel, fd: number = process.stdout.fd): Log {
  // Writes some lines at a time, so that no request waits for the log. pino writes the rest when the process ends.
  return pino(
    {
      level,
      serializers: { err: serializeError },
      // What the line is about, also where its writer knows nothing of requests.
      mixin: () => ({ requestId: currentWork()?.requestId }),
    },
    destination({ fd, sync: false, minLength: 4_096, periodicFlush: 100 }),
  );
}

function serializeError(error: Error): unknown {
  const written = stdSerializers.err(error);
  if (typeof written?.stack === 'string') written.stack = toSourcePlaces(written.stack);
  return written;
}
