import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';

type Labels = readonly string[];

/** The gauges and counters of everything but requests. They are empty until somebody sets them. */
export function createGauges(
  registry: Registry,
  has: { disk: boolean; replica: boolean; pointInTime: boolean },
) {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Useless in a graph, and useful to attackers who look up the vulnerabilities of a version.
  registry.removeSingleMetric('nodejs_version_info');
  // Gauges with the names of counters, which Prometheus warns of. Each is the sum of a gauge that stays.
  for (const each of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${each}_total`);
  const gauge = (name: string, help: string, labelNames: Labels = []) =>
    new Gauge({ name: `backoffice_${name}`, help, labelNames: [...labelNames], registers });
  const counter = (name: string, help: string, labelNames: Labels = []) =>
    new Counter({ name: `backoffice_${name}_total`, help, labelNames: [...labelNames], registers });
  const byState = (name: string, help: string) => gauge(name, help, ['state']);
  return {
    database: {
      up: gauge('database_up', 'Whether the database answers.'),
      size: gauge('database_size_bytes', 'Bytes of the database on disk.'),
      oldestTransaction: gauge(
        'database_oldest_transaction_seconds',
        'How long the oldest transaction of this database role has been open.',
      ),
      connections: byState('database_connections', 'Connections from this server to the database.'),
      mostConnections: gauge(
        'database_connections_max',
        'The maximum number of database connections of this server.',
      ),
      waiting: gauge('database_waiting', 'Statements waiting for a connection.'),
      shares: gauge(
        'database_share',
        'Connections per kind of work: in use, waited for, and the maximum.',
        ['server', 'share', 'state'],
      ),
      waits: counter('database_waits', 'Calls that had to wait for a connection.', [
        'server',
        'share',
      ]),
      waited: counter('database_wait_seconds', 'Seconds that calls waited for a connection.', [
        'server',
        'share',
      ]),
      failed: counter('database_wait_failures', 'Calls that waited for a connection in vain.', [
        'server',
        'share',
      ]),
      timedOut: counter('database_timeouts', 'Statements stopped because they took too long.', [
        'server',
      ]),
    },
    freeDisk: has.disk
      ? gauge('disk_free_bytes', 'Free bytes on the disk of the database or the files.', ['disk'])
      : undefined,
    replica: has.replica
      ? {
          inUse: gauge('replica_in_use', 'Whether the read replica answers lists and exports.'),
          lag: gauge('replica_lag_seconds', 'How far the read replica lags behind this server.'),
        }
      : undefined,
    checks: gauge('check', 'The last result of each check: 0 works, 1 warning, 2 failed.', [
      'check',
    ]),
    clients: {
      listeners: gauge('event_listeners', 'Open event streams.'),
      connections: gauge('connections', 'Open client connections.'),
      refused: gauge(
        'connections_refused',
        'Connections refused or closed since the start to make room for others.',
      ),
    },
    logLines: gauge('log_lines_dropped', 'Lines of the log that were lost since the start.'),
    jobs: {
      states: byState('jobs', 'Jobs on all servers by state.'),
      running: gauge('jobs_running', 'Running jobs on all servers.', ['kind']),
      oldest: gauge('jobs_oldest_seconds', 'How long the oldest running job has been running.', [
        'kind',
      ]),
    },
    mails: {
      states: byState('outbox_mails', 'Emails in the shared outbox by state.'),
      oldest: gauge('outbox_oldest_seconds', 'How long the oldest unsent email has waited.'),
    },
    webhooks: {
      deliveries: byState(
        'webhook_deliveries',
        'Deliveries of enabled webhooks that wait or were given up.',
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
    pointInTime: has.pointInTime
      ? {
          age: gauge(
            'wal_archive_age_seconds',
            'How long ago everything was last in the store of backups.',
          ),
          waiting: gauge('wal_waiting_bytes', 'Bytes of the log that are not there yet.'),
        }
      : undefined,
    files: {
      count: gauge('files', 'Files that records have, had or wait for.'),
      bytes: gauge('files_stored_bytes', 'Bytes of all files in the store.'),
      uploads: gauge('files_uploads', 'Uploads on their way.'),
      unscanned: gauge('files_unscanned', 'Contents that wait for the virus scanner.'),
      work: byState('files_work', 'Contents by the state of the work on them, or why it failed.'),
    },
  };
}

export type Gauges = ReturnType<typeof createGauges>;

/** Sets a counter to a total that was counted elsewhere. */
export function setTotal(counter: Counter, labels: Record<string, string>, total: number): void {
  counter.remove(labels);
  counter.inc(labels, total);
}
