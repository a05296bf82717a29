import type { Database } from '../../store/connection/database.ts';
import { traced } from '../../store/connection/tracing.ts';

/** The jobs that this server runs, so that it can stop them properly when it stops itself. */
type JobRunner = {
  /** Starts work that continues after the response; the signal tells it that the server stops. */
  begin(work: (signal: AbortSignal) => Promise<void>): void;
  close(): Promise<void>;
};

const runners = new WeakMap<Database, JobRunner>();

/** One runner per database, for all routes of a server. */
export function runnerOf(database: Database): JobRunner {
  let runner = runners.get(database);
  if (!runner) runners.set(database, (runner = createRunner()));
  return runner;
}

function createRunner(): JobRunner {
  const running = new Map<Promise<void>, AbortController>();
  return {
    begin(work) {
      const controller = new AbortController();
      const run = () => work(controller.signal);
      const done = traced({ name: 'job', kind: 'internal' }, run).finally(() =>
        running.delete(done),
      );
      running.set(done, controller);
    },
    async close() {
      for (const controller of running.values()) controller.abort();
      await Promise.allSettled(running.keys());
    },
  };
}
