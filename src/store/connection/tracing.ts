import { currentWork, runAs } from './current-work.ts';
import { errorCode } from './errors.ts';

/** Never values of records, and no addresses of people. */
type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

type SpanStart = {
  name: string;
  /** What somebody asked of us, what we ask of others, or work of our own. */
  kind: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
  /** The `traceparent` of the span above it (W3C Trace Context); without one it begins a trace. */
  parent?: string | undefined;
  /** How many milliseconds ago it began. */
  ago?: number;
};

/** A part of a trace that has begun. */
export type Span = {
  /** Names it to others, as they expect it (W3C Trace Context). */
  traceparent: string;
  /** `failure`: a code or the name of an error. */
  end(result?: { name?: string; attributes?: SpanAttributes; failure?: string | undefined }): void;
};

export type Tracer = { begin(start: SpanStart): Span };

let tracer: Tracer | undefined;

/** Sends spans to a tracer from now on; to none with undefined, which is how a process begins. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Begins a span that its caller ends. Undefined while nobody traces; then nothing is asked of it. */
export function beginSpan(start: () => SpanStart): Span | undefined {
  return tracer?.begin(start());
}

/** Runs something as a span of its own, below that of the current work. */
export async function traced<T>(start: SpanStart, run: () => Promise<T>): Promise<T> {
  const work = currentWork();
  const span = tracer?.begin({ parent: work?.traceparent, ...start });
  if (!span) return await run();
  try {
    const done = await runAs({ ...work, traceparent: span.traceparent }, run);
    span.end();
    return done;
  } catch (error) {
    span.end({ failure: failureOf(error) });
    throw error;
  }
}

/** What a span may say of an error: its message can contain values. */
export function failureOf(error: unknown): string {
  const code = errorCode(error);
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'Error';
}
