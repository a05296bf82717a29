import { pino, stdSerializers, type LoggerOptions } from 'pino';
import { currentWork } from '../../store/connection/current-work.ts';
import type { LogFields, Log } from '../../store/log-fields.ts';
import type { Telemetry } from './telemetry.ts';
import type { LogLevel } from '../environment.ts';
import { openLogLines, type LogLines } from './log-lines.ts';
import { toSourcePlaces } from '../read/source-places.ts';

/** The log, and the lines it writes. */
export type ServerLog = Log & { lines: LogLines };

/**
 * Writes one JSON object per line, by default to standard output. Callers pass no secrets
 * (`tests/hosts/log.test.ts` checks that), so lines are not searched for them. It never fails: see `openLogLines`.
 */
export function createLog(
  level: LogLevel,
  fd: number = process.stdout.fd,
  sendLine?: Telemetry['sendLine'],
): ServerLog {
  const lines: LogLines = openLogLines(fd, () =>
    log.warn({ dropped: lines.dropped() }, 'lines of the log were lost'),
  );
  const log: Log = pino(
    {
      level,
      serializers: { err: serializeError },
      // What the line is about, also where its writer knows nothing of requests.
      ...(sendLine && { hooks: { logMethod: alsoTo(sendLine) } }),
      mixin: (line) => ('requestId' in line ? NOTHING : { requestId: currentWork()?.requestId }),
      // pino itself would add the line to what is mixed in.
      mixinMergeStrategy: (line, mixed) => (mixed === NOTHING ? line : { ...mixed, ...line }),
    },
    lines,
  );
  return Object.assign(log, { lines });
}

const NOTHING = {};

type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Writes each line as before, and passes it on. */
function alsoTo(sendLine: Telemetry['sendLine']): LogHook {
  return function (line, method, level) {
    method.apply(this, line);
    const [fields, message] = line as [LogFields, string];
    sendLine(level, fields, message);
  };
}

function serializeError(error: Error): unknown {
  const written = stdSerializers.err(error);
  if (typeof written?.stack === 'string') written.stack = toSourcePlaces(written.stack);
  return written;
}
