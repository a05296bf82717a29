import { beginSpan, failureOf } from './tracing.ts';
import { currentWork } from './current-work.ts';
import { addErrorCode, errorCode, QUERY_CANCELED } from './errors.ts';

/** A statement that took long, for the log: without values, which it has as parameters. */
export type SlowStatement = {
  requestId: string | undefined;
  route: string | undefined;
  /** The process of PostgreSQL that ran it. */
  backend: number | undefined;
  /** As in `pg_stat_statements`; only where PostgreSQL computes it. */
  queryId: string | undefined;
  statement: string;
  rows: number | undefined;
  ms: number;
  /** The code of the error with which it failed. */
  code: unknown;
};

export type SlowStatements = {
  /** Milliseconds; 0 reports none. */
  after: number;
  report(slow: SlowStatement): void;
};

/** Follows the statements of one connection. */
export type StatementWatch = {
  /** `began` is the time of `performance.now()`. */
  begin(text: string, began: number): void;
  end(text: string, began: number, answer: Answer): void;
};

type Answer = { rows?: number | undefined; error?: unknown };

/** Its process of PostgreSQL, once it is connected. */
type Backend = { readonly backend: number | undefined };
type ReadQueryId = (backend: number, statement: string) => Promise<string | undefined>;

/** Follows the statements of a pool: counts those that PostgreSQL stopped, and reports slow ones. */
export function createStatementWatches(slow: SlowStatements, readQueryId: ReadQueryId) {
  let timedOut = 0;

  function watch(client: Backend): StatementWatch {
    let running: string | undefined;
    let since = 0;
    let timer: NodeJS.Timeout | undefined;
    let queryId: Promise<string | undefined> | undefined;

    // Only while it runs does PostgreSQL tell its id. One timer for many statements costs the short ones nothing.
    const check = (): void => {
      timer = undefined;
      if (running === undefined || client.backend === undefined) return;
      const left = since + slow.after - performance.now();
      if (left > 0) timer = setTimeout(check, left).unref();
      else queryId = readQueryId(client.backend, running).catch(() => undefined);
    };

    return {
      begin(text, began) {
        running = text;
        since = began;
        queryId = undefined;
        if (slow.after > 0) timer ??= setTimeout(check, slow.after).unref();
      },
      end(text, began, { rows, error }) {
        running = undefined;
        const ms = performance.now() - began;
        if (error !== undefined && errorCode(error) === QUERY_CANCELED) timedOut += 1;
        const work = currentWork();
        if (work) {
          work.statements = (work.statements ?? 0) + 1;
          work.databaseMs = (work.databaseMs ?? 0) + ms;
          if (work.traceparent !== undefined) trace(text, ms, work.traceparent, { rows, error });
        }
        if (slow.after === 0 || ms < slow.after) return;
        const { requestId, route } = work ?? {};
        const told = {
          requestId,
          route,
          backend: client.backend,
          statement: withoutValues(text),
          rows,
          ms: Math.round(ms),
          code: errorCode(error),
        };
        void Promise.resolve(queryId).then((id) => slow.report({ ...told, queryId: id }));
      },
    };
  }

  return { watch, timedOut: () => timedOut };
}

/** What to make of the answer of a statement. */
export type Reading<T, Value> = {
  /** The rows that it read or wrote. */
  count(answer: T): number | null;
  value(answer: T): Value;
  /** Gets the milliseconds that it took, also if it failed. */
  took?: ((milliseconds: number) => void) | undefined;
};

/** The value of an answer; adds a code to an error, and tells the watch what came of the statement. */
export function watchAnswer<T, Value>(
  watch: StatementWatch | undefined,
  text: string,
  answer: Promise<T>,
  { count, value, took }: Reading<T, Value>,
): Promise<Value> {
  const began = performance.now();
  watch?.begin(text, began);
  return answer.then(
    (answered) => {
      watch?.end(text, began, { rows: count(answered) ?? undefined });
      took?.(performance.now() - began);
      return value(answered);
    },
    (error: unknown) => {
      watch?.end(text, began, { error });
      took?.(performance.now() - began);
      throw addErrorCode(error);
    },
  );
}

/** Adds a statement that has ended to the trace of what it was sent for. */
function trace(text: string, ago: number, parent: string, { rows, error }: Answer): void {
  const span = beginSpan(() => ({
    name: /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL',
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.text': withoutValues(text),
      'db.response.returned_rows': rows,
    },
    parent,
    ago,
  }));
  span?.end({ failure: error === undefined ? undefined : failureOf(error) });
}

const MAX_STATEMENT_LENGTH = 2_000;

/** The text on one line, without the texts in it: ours come from the descriptor, those of an installation may not. */
function withoutValues(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_STATEMENT_LENGTH);
}
