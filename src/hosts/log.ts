import { destination, pino, stdSerializers, type LoggerOptions } from 'pino';
import type { Log } from '../api/api-parts.ts';
import { currentWork } from '../store/connection/current-work.ts';
import type { LogFields } from '../store/log-fields.ts';
import type { Telemetry } from './telemetry.ts';
import type { LogLevel } from './environment.ts';
import { toSourcePlaces } from './source-places.ts';

/**
 * Writes one JSON object per line, by default to standard output. Callers pass no secrets
 * (`tests/hosts/log.test.ts` checks that), so lines are not searched for them.
 */
export function createLog(
  level: LogLevel,
  fd: number = process.stdout.fd,
  sendLine?: Telemetry['sendLine'],
): Log {
  // Writes some lines at a time, so that no request waits for the log. pino writes the rest when the process ends.
  return pino(
    {
      level,
      serializers: { err: serializeError },
      // What the line is about, also where its writer knows nothing of requests.
      ...(sendLine && { hooks: { logMethod: alsoTo(sendLine) } }),
      mixin: (line) => ('requestId' in line ? NOTHING : { requestId: currentWork()?.requestId }),
      // pino itself would add the line to what is mixed in.
      mixinMergeStrategy: (line, mixed) => (mixed === NOTHING ? line : { ...mixed, ...line }),
    },
    destination({ fd, sync: false, minLength: 4_096, periodicFlush: 100 }),
  );
}

const NOTHING = {};

type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Writes each line as before, and passes it on. */
function alsoTo(sendLine: Telemetry['sendLine']): LogHook {
  return function (line, method, level) {
    method.apply(this, line);
    const [fields, message] = line as unknown as [LogFields, string];
    sendLine(level, fields, message);
  };
}

function serializeError(error: Error): unknown {
  const written = stdSerializers.err(error);
  if (typeof written?.stack === 'string') written.stack = toSourcePlaces(written.stack);
  return written;
}
