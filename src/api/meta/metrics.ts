import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readBackupState } from '../../store/system/backups/backup-runs.ts';
import { countJobs } from '../../store/system/jobs/read-jobs.ts';
import { countFiles } from '../../store/system/files/file-usage.ts';
import { countBlobWork } from '../../store/system/files/blob-work.ts';
import { countDeliveries } from '../../store/system/webhooks/webhooks.ts';
import { countMails } from '../../store/system/outbox/list-outbox.ts';
import type { ApiParts } from '../api-parts.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { answerText } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { isLoopback } from '../http/client-address.ts';
import type { Events } from '../live/events.ts';
import { refuseAs, type Reply } from '../http/refusal.ts';

type Answered = {
  method: string;
  /** The pattern, never the path: an id would create a series of its own, and reveal whose it is. */
  route: string;
  status: number;
  /** Milliseconds. */
  took: number;
};

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const CACHED_MS = 1_000;
const SECONDS = [0.01, 0.05, 0.25, 1, 5, 30];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The metrics of this server for Prometheus: only numbers and patterns, no users or records. */
export function createMetrics({
  database,
  freeDisk,
  log,
  connections,
  scan,
  backupSchedule,
}: ApiParts) {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the API answers a request; for a streamed response, until it starts.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  let gauges: Gauges | undefined;
  let made: { at: number; text: Promise<string> } | undefined;

  async function write(listeners: () => number): Promise<string> {
    gauges ??= createGauges(registry, { disk: freeDisk, replica: database.replica() });
    const use = database.use();
    const { open, idle, most, shares } = use.primary;
    gauges.connections.set({ state: 'used' }, open - idle);
    gauges.connections.set({ state: 'idle' }, idle);
    gauges.mostConnections.set(most);
    gauges.waiting.set(shares.reduce((sum, { waiting }) => sum + waiting, 0));
    for (const [server, { shares: all }] of Object.entries(use)) {
      for (const { share, used, waiting, most } of all) {
        gauges.shares.set({ server, share, state: 'used' }, used);
        gauges.shares.set({ server, share, state: 'waiting' }, waiting);
        gauges.shares.set({ server, share, state: 'most' }, most);
      }
    }
    const replica = database.replica();
    if (replica) {
      gauges.replica?.inUse.set(Number(replica.inUse));
      gauges.replica?.lag.set(replica.lag ?? Infinity);
    }
    gauges.listeners.set(listeners());
    const free = await freeDisk?.();
    if (free !== undefined) gauges.freeDisk?.set(free);
    const { open: clients, refused } = connections?.() ?? { open: 0, refused: 0 };
    gauges.clients.set(clients);
    gauges.refused.set(refused);
    await countWork(gauges);
    return registry.metrics();
  }

  /** Reports a database that does not respond, because the other metrics matter most at that time. */
  async function countWork({ up, jobs, mails, files, webhooks, backups }: Gauges): Promise<void> {
    jobs.reset();
    mails.reset();
    files.work.reset();
    try {
      for (const { state, count } of await countJobs(database)) jobs.set({ state }, count);
      for (const { state, count } of await countMails(database)) mails.set({ state }, count);
      const { waiting, dead, oldest } = await countDeliveries(database);
      webhooks.deliveries.set({ state: 'waiting' }, waiting);
      webhooks.deliveries.set({ state: 'dead' }, dead);
      webhooks.oldest.set(oldest);
      const { unscanned, ...counted } = await countFiles(database);
      files.count.set(counted.files);
      files.bytes.set(counted.bytes);
      files.uploads.set(counted.uploads);
      if (scan) files.unscanned.set(unscanned);
      for (const { state, count } of await countBlobWork(database))
        files.work.set({ state }, count);
      const { last, rehearsal } = (await readBackupState(database, backupSchedule)) ?? {};
      backups.age.set(secondsSince(last?.at));
      backups.bytes.set(last?.bytes ?? 0);
      backups.rehearsed.set(secondsSince(rehearsal?.at));
      up.set(1);
    } catch (err) {
      up.set(0);
      log.warn({ err }, 'cannot count jobs, emails, webhooks and files');
    }
  }

  return {
    note({ method, route, status, took }: Answered): void {
      // Classes and few buckets, because every combination of labels is a separate series.
      const labels = {
        method: methods.has(method) ? method : 'other',
        route,
        status: `${Math.floor(status / 100)}xx`,
      };
      requests.observe(labels, took / 1_000);
    },
    /** The text of all metrics, made at most once a second, because anyone may request it often. */
    read(listeners: () => number): Promise<string> {
      const now = performance.now();
      if (!made || now - made.at >= CACHED_MS) made = { at: now, text: write(listeners) };
      return made.text;
    },
  };
}

function secondsSince(moment: string | undefined): number {
  return moment === undefined ? Infinity : (Date.now() - Date.parse(moment)) / 1_000;
}

type Gauges = ReturnType<typeof createGauges>;

/** Created at the first request, so that installations without Prometheus pay nothing. */
function createGauges(registry: Registry, has: { disk: unknown; replica: unknown }) {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Useless in a graph, and useful to attackers who look up the vulnerabilities of a version.
  registry.removeSingleMetric('nodejs_version_info');
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `backoffice_${name}`, help, registers });
  const byState = (name: string, help: string) =>
    new Gauge({ name: `backoffice_${name}`, help, labelNames: ['state'], registers });
  return {
    up: gauge('database_up', 'Whether the database answers.'),
    connections: byState('database_connections', 'Connections from this server to the database.'),
    mostConnections: gauge(
      'database_connections_max',
      'The maximum number of database connections of this server.',
    ),
    waiting: gauge('database_waiting', 'Statements waiting for a connection.'),
    shares: new Gauge({
      name: 'backoffice_database_share',
      help: 'Connections per kind of work: in use, waited for, and the maximum.',
      labelNames: ['server', 'share', 'state'],
      registers,
    }),
    freeDisk: has.disk
      ? gauge('disk_free_bytes', 'Free bytes on the disk of the database.')
      : undefined,
    replica: has.replica
      ? {
          inUse: gauge('replica_in_use', 'Whether the read replica answers lists and exports.'),
          lag: gauge('replica_lag_seconds', 'How far the read replica lags behind this server.'),
        }
      : undefined,
    listeners: gauge('event_listeners', 'Open event streams.'),
    clients: gauge('connections', 'Open client connections.'),
    refused: gauge(
      'connections_refused',
      'Connections refused or closed since the start to make room for others.',
    ),
    jobs: byState('jobs', 'Jobs on all servers by state.'),
    mails: byState('outbox_mails', 'Emails in the shared outbox by state.'),
    webhooks: {
      deliveries: byState(
        'webhook_deliveries',
        'Deliveries of webhooks that wait or were given up.',
      ),
      oldest: gauge('webhook_oldest_seconds', 'How long the oldest delivery has waited.'),
    },
    backups: {
      age: gauge('backup_age_seconds', 'How long ago the last backup began; infinite without one.'),
      bytes: gauge('backup_bytes', 'The size of the last backup without the files.'),
      rehearsed: gauge(
        'rehearsal_age_seconds',
        'How long ago a backup was last rehearsed; infinite if never.',
      ),
    },
    files: {
      count: gauge('files', 'Files that records have, had or wait for.'),
      bytes: gauge('files_stored_bytes', 'Bytes of all files in the store.'),
      uploads: gauge('files_uploads', 'Uploads on their way.'),
      unscanned: gauge('files_unscanned', 'Contents that wait for the virus scanner.'),
      work: byState('files_work', 'Contents by the state of the work on them, or why it failed.'),
    },
  };
}

export type MetricsParts = { metrics: ReturnType<typeof createMetrics>; events: Events };

/** Responds to Prometheus, on this machine or with the token of the installation. Others get a 404. */
export async function answerMetrics(call: Call, { metrics, events }: MetricsParts): Promise<Reply> {
  if (!mayRead(call)) return refuseAs('Q013');
  const text = await metrics.read(() => events.count());
  return answerText(call, 200, text, { 'Content-Type': METRICS_TYPE });
}

function mayRead({ request, address, parts: { metricsToken } }: Call): boolean {
  if (metricsToken === undefined) return isLoopback(address);
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  const given = request.headers.get('Authorization') ?? '';
  return timingSafeEqual(hash(given), hash(`Bearer ${metricsToken}`));
}
