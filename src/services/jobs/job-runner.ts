import type { Database } from '../../store/connection/database.ts';
import { traced } from '../../store/connection/tracing.ts';

/** The long work of this server, so that it can stop it properly when it stops itself. */
type JobRunner = {
  /** Starts work that continues after the response; the signal tells it that the server stops. */
  begin(work: (signal: AbortSignal) => Promise<void>): void;
  /** Tells work within a request that the server stops, so it ends after its batch. */
  stopping: AbortSignal;
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
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  return {
    stopping: stopping.signal,
    begin(work) {
      const run = () => work(stopping.signal);
      const done = traced({ name: 'job', kind: 'internal' }, run).finally(() =>
        running.delete(done),
      );
      running.add(done);
    },
    async close() {
      // A client cannot know what its request has written so far: "outcome unknown" (SQLSTATE 08007).
      stopping.abort(Object.assign(new Error('the server stops'), { code: '08007' }));
      await Promise.allSettled(running);
    },
  };
}
