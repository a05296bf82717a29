import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countJobs } from '../../store/jobs/count-jobs.ts';
import { countMails } from '../../store/outbox/count-mails.ts';
import type { ApiParts } from '../api-parts.ts';

export type Answered = {
  method: string;
  /** The pattern, never the path: an id in it would make a series of its own, and tell whose it is. */
  route: string;
  status: number;
  /** Milliseconds. */
  took: number;
};

/** What this server counts of itself, for Prometheus. It tells of numbers and patterns, of nobody and no record. */
export type Metrics = {
  note(answered: Answered): void;
  /** The text of all, made at most once a second, as anybody may ask. */
  read(listeners: () => number): Promise<string>;
};

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const CACHED_MS = 1_000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createMetrics({ database, log }: ApiParts): Metrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until a request of the API is answered; of an answer that flows, until it begins.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  let gauges: Gauges | undefined;
  let made: { at: number; text: Promise<string> } | undefined;

  async function write(listeners: () => number): Promise<string> {
    gauges ??= createGauges(registry);
    const { open, idle, waiting, most } = database.connections();
    gauges.connections.set({ state: 'used' }, open - idle);
    gauges.connections.set({ state: 'idle' }, idle);
    gauges.mostConnections.set(most);
    gauges.waiting.set(waiting);
    gauges.listeners.set(listeners());
    await countWork(gauges);
    return registry.metrics();
  }

  /** A database that does not answer is told as such: the rest is wanted just then. */
  async function countWork({ up, jobs, mails }: Gauges): Promise<void> {
    jobs.reset();
    mails.reset();
    try {
      for (const { state, count } of await countJobs(database)) jobs.set({ state }, count);
      for (const { state, count } of await countMails(database)) mails.set({ state }, count);
      up.set(1);
    } catch (err) {
      up.set(0);
      log.warn({ err }, 'jobs and mails cannot be counted');
    }
  }

  return {
    note({ method, route, status, took }) {
      const labels = { method: methods.has(method) ? method : 'other', route, status };
      requests.observe(labels, took / 1_000);
    },
    read(listeners) {
      const now = performance.now();
      if (!made || now - made.at >= CACHED_MS) made = { at: now, text: write(listeners) };
      return made.text;
    },
  };
}

type Gauges = ReturnType<typeof createGauges>;

/** Made when somebody asks for the first time: who has no Prometheus pays nothing for them. */
function createGauges(registry: Registry) {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Of no use in a graph, but for who looks up the holes of a version.
  registry.removeSingleMetric('nodejs_version_info');
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `backoffice_${name}`, help, registers });
  const byState = (name: string, help: string) =>
    new Gauge({ name: `backoffice_${name}`, help, labelNames: ['state'], registers });
  return {
    up: gauge('database_up', 'Whether the database answers.'),
    connections: byState('database_connections', 'Connections of this server to the database.'),
    mostConnections: gauge('database_connections_max', 'The most connections it opens.'),
    waiting: gauge('database_waiting', 'Statements that wait for a connection.'),
    listeners: gauge('event_listeners', 'Open streams of events.'),
    jobs: byState('jobs', 'Jobs of all servers, by their state.'),
    mails: byState('outbox_mails', 'Mails in the outbox of all servers, by their state.'),
  };
}
