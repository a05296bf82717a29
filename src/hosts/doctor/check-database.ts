import { toSizeText } from '../../fields/problems/size-text.ts';
import type { Database } from '../../store/connection/database.ts';
import { countServers } from '../../store/connection/running-servers.ts';
import { checkLayout } from '../../store/schema/system-tables/layout.ts';
import type { Environment } from '../environment.ts';
import { advise, fine, wrong, type Finding } from './finding.ts';

type Settings = {
  version: string;
  encoding: string;
  /** Milliseconds since 1970. */
  now: number;
  connections: number;
  /** Bytes. */
  buffers: number;
  fsync: boolean;
  fullPages: boolean;
  commits: string;
  autovacuum: boolean;
  checkpointSeconds: number;
};

const readSettings = `select current_setting('server_version') as version,
  pg_encoding_to_char(d.encoding) as encoding,
  (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
  pg_size_bytes(current_setting('shared_buffers'))::float8 as buffers,
  current_setting('fsync')::bool as fsync, current_setting('full_page_writes')::bool as "fullPages",
  current_setting('synchronous_commit') as commits, current_setting('autovacuum')::bool as autovacuum,
  extract(epoch from current_setting('checkpoint_timeout')::interval)::float8 as "checkpointSeconds"
  from pg_database d where d.datname = current_database()`;

/** Besides its pool, each server listens and answers probes on a connection of its own. */
const BESIDES_POOL = 2;
/** For commands and for other programs. */
const OTHERS = 6;
const LEAST_BUFFERS = 128 * 10 ** 6;

/** Seconds by which two clocks may differ: sign-in codes and tokens need 30. */
const SMALL_DRIFT = 2;
const LARGEST_DRIFT = 30;

/** The version and the settings of PostgreSQL. */
export async function checkDatabase(
  database: Database,
  { databaseConnections, databaseUrl, secret }: Environment,
): Promise<Finding[]> {
  const start = Date.now();
  const settings = await database.only<Settings>(readSettings);
  const { isNewer } = await checkLayout(database);
  const servers = await countServers(database);
  return [
    fine(`PostgreSQL ${settings.version}${databaseUrl ? '' : ' (embedded)'}`),
    checkClocks(settings.now - (start + Date.now()) / 2),
    checkConnections(settings.connections, Math.max(1, servers), databaseConnections),
    ...checkSafety(settings),
    ...(databaseUrl ? await checkSpeed(database, settings) : []),
    ...(isNewer
      ? [
          advise(
            'A newer version of Backoffice has upgraded this database',
            'Install that version here too',
          ),
        ]
      : []),
    ...(servers > 1 && secret === undefined
      ? [
          wrong(
            `${servers} servers use this database, and SECRET is not set here`,
            'Set the same SECRET for all servers; otherwise sessions of one are unknown to the others',
          ),
        ]
      : []),
  ];
}

function checkClocks(drift: number): Finding {
  const seconds = Math.round(Math.abs(drift) / 100) / 10;
  const todo = 'Synchronize both machines by NTP, for example with chrony';
  const says = `The clocks of this machine and of the database differ by ${seconds} s`;
  if (seconds >= LARGEST_DRIFT) return wrong(says, todo);
  return seconds >= SMALL_DRIFT
    ? advise(says, todo)
    : fine('The clocks of this machine and of the database agree');
}

function checkConnections(most: number, servers: number, pool: number): Finding {
  const needed = servers * (pool + BESIDES_POOL) + OTHERS;
  const says = `PostgreSQL allows ${most} connections; ${servers === 1 ? 'one server needs' : `${servers} servers need`} up to ${needed}`;
  if (needed <= most) return fine(says);
  return wrong(
    says,
    `Raise max_connections of PostgreSQL to ${needed + 3}, or lower DATABASE_CONNECTIONS`,
  );
}

/** Settings that can lose or damage data. */
function checkSafety({ encoding, fsync, fullPages, commits, autovacuum }: Settings): Finding[] {
  const set = (says: string, todo: string): Finding => wrong(says, `In postgresql.conf: ${todo}`);
  const findings: Finding[] = [];
  if (encoding !== 'UTF8')
    findings.push(
      wrong(
        `The encoding of the database is ${encoding}`,
        "Move it to a database with encoding 'UTF8' (docs/operations.md)",
      ),
    );
  if (!fsync)
    findings.push(set('fsync is off: a power loss can destroy the database', 'fsync = on'));
  if (!fullPages)
    findings.push(
      set('full_page_writes is off: a power loss can destroy pages', 'full_page_writes = on'),
    );
  if (commits === 'off')
    findings.push(
      set('synchronous_commit is off: a crash loses saved records', 'synchronous_commit = on'),
    );
  if (!autovacuum)
    findings.push(set('autovacuum is off: tables grow without end', 'autovacuum = on'));
  return findings.length > 0 ? findings : [fine('What is saved survives a power loss')];
}

/** Settings of a server that we do not start. */
async function checkSpeed(database: Database, settings: Settings): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (settings.buffers < LEAST_BUFFERS)
    findings.push(
      advise(
        `shared_buffers is only ${toSizeText(settings.buffers, 'en')}`,
        'Set shared_buffers to a quarter of the memory of the database machine',
      ),
    );
  const { timed, requested } = await readCheckpoints(database);
  if (requested > 10 && requested > timed)
    findings.push(
      advise(
        `${requested} of ${timed + requested} checkpoints came before their time, which slows down writes`,
        'Raise max_wal_size, for example to 4GB',
      ),
    );
  return findings;
}

async function readCheckpoints(database: Database) {
  const hasView = await database.some(
    `select from pg_class where oid = to_regclass('pg_catalog.pg_stat_checkpointer')`,
  );
  return await database.only<{ timed: number; requested: number }>(
    hasView
      ? 'select num_timed::float8 as timed, num_requested::float8 as requested from pg_stat_checkpointer'
      : 'select checkpoints_timed::float8 as timed, checkpoints_req::float8 as requested from pg_stat_bgwriter',
  );
}
