import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { currentWork } from '../../store/connection/current-work.ts';
import { setTracer, type Span, type Tracer } from '../../store/connection/tracing.ts';
import type { LogFields } from '../../store/log-fields.ts';

export type Telemetry = {
  /** Sends a line of the log; `level` as pino counts it. */
  sendLine(level: number, fields: LogFields, message: string): void;
  /** Sends what is left, for a moment. */
  close(): Promise<void>;
};

type TelemetryOptions = {
  version: string;
  /** The standard variables `OTEL_…`; the exporters read most of them themselves. */
  environment: Readonly<Record<string, string | undefined>>;
  warn(message: string): void;
};

/** Milliseconds for what is left when the server stops. */
const CLOSE_GRACE_MS = 1_500;

/**
 * Sends traces and the log to a collector (OTLP over HTTP) until it is closed. Both wait in queues of 2,048, and what
 * finds no room is lost, so a collector that is down slows nothing.
 */
export function openTelemetry({ version, environment, warn }: TelemetryOptions): Telemetry {
  const own = { 'service.name': 'backoffice', 'service.version': version };
  const resource = resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] }));
  const ratio = Number(environment['OTEL_TRACES_SAMPLER_ARG'] ?? 1);
  const delayOf = (name: string) => Number(environment[name] ?? 5_000);
  const spans = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportOutage(new OTLPTraceExporter(), 'traces', warn),
        scheduledDelayMillis: delayOf('OTEL_BSP_SCHEDULE_DELAY'),
      }),
    ],
  });
  const lines = new LoggerProvider({
    resource,
    processors: [
      new BatchLogRecordProcessor({
        exporter: reportOutage(new OTLPLogExporter(), 'lines of the log', warn),
        scheduledDelayMillis: delayOf('OTEL_BLRP_SCHEDULE_DELAY'),
      }),
    ],
  });
  const logger = lines.getLogger('backoffice', version);
  setTracer(createTracer(spans, version));
  return {
    sendLine(level, fields, body) {
      const { requestId, traceparent } = currentWork() ?? {};
      logger.emit({
        severityNumber: Math.floor(level / 10) * 4 - 3,
        body,
        attributes: toLogAttributes({ requestId, ...fields }),
        context: toContext(traceparent),
      });
    },
    async close() {
      setTracer(undefined);
      const sent = Promise.allSettled([spans.shutdown(), lines.shutdown()]);
      await Promise.race([sent, sleep(CLOSE_GRACE_MS, undefined, { ref: false })]);
    },
  };
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

function createTracer(provider: TracerProvider, version: string): Tracer {
  const tracer = provider.getTracer('backoffice', version);
  return {
    begin({ name, kind, attributes = {}, parent, ago = 0 }): Span {
      const startTime = Date.now() - ago;
      const options = { kind: kinds[kind], attributes, startTime };
      const span = tracer.startSpan(name, options, toContext(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
        end({ name: better, attributes: more, failure } = {}) {
          if (better !== undefined) span.updateName(better);
          if (more) span.setAttributes(more);
          if (failure !== undefined) {
            span.setStatus({ code: SpanStatusCode.ERROR });
            span.setAttribute('error.type', failure);
          }
          span.end();
        },
      };
    },
  };
}

/** Below the span of a `traceparent`; a text that is none begins a trace. */
function toContext(traceparent = ''): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/.exec(traceparent) ?? [];
  if (traceId === '') return ROOT_CONTEXT;
  const traceFlags = parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** What stays on this machine: network addresses, and texts in which others may have written anything. */
const kept: ReadonlySet<string> = new Set<keyof LogFields>([
  'address',
  'error',
  'found',
  'problems',
]);

/** The fields of a line of the log as a collector gets them. */
function toLogAttributes({ err, ...fields }: LogFields): Record<string, string | number> {
  const attributes: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && !kept.has(name)) attributes[name] = toAttribute(value);
  return err instanceof Error ? { ...attributes, ...ofError(err) } : attributes;
}

function toAttribute(value: unknown): string | number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Without the message, which may contain values. */
function ofError(error: Error): Record<string, string> {
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    'exception.type': error.name,
    'exception.stacktrace': places.join('\n'),
    ...('code' in error && { code: String(error.code) }),
  };
}

type Result = { code: number; error?: Error };
type Exporter<Items> = { export(items: Items, done: (result: Result) => void): void };

/** Reports once when a collector stops answering, and once when it answers again. Returns the exporter. */
function reportOutage<Items, One extends Exporter<Items>>(
  exporter: One & Exporter<Items>,
  what: string,
  warn: (message: string) => void,
): One {
  let isOut = false;
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      const fails = result.code !== 0;
      if (fails && !isOut)
        warn(
          `The OpenTelemetry collector takes no ${what}: ${result.error?.message ?? 'no reason'}`,
        );
      if (!fails && isOut) warn(`The OpenTelemetry collector takes ${what} again.`);
      isOut = fails;
      done(result);
    });
  return exporter;
}
