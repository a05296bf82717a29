import { checkPooled, checkServer } from './check-server.ts';
import { toPlace } from './choose-host.ts';
import { clientConfig } from './client-config.ts';
import type { SharedConnections, PoolUse, Connection } from './connection.ts';
import { CHANGES_CHANNEL, DESCRIPTOR_CHANNEL } from './changes.ts';
import { openListener, type Listener } from './listener.ts';
import { openPool, type Pool, type DatabaseLog } from './pool.ts';
import { openProbe } from './probe.ts';
import { openReader, type Reader, type ReplicaState } from './reader.ts';
import { createStatementNames } from './statement-names.ts';
import { TimedClient } from './timed-client.ts';
import type { SlowStatements } from './statement-watch.ts';
import type { WireName } from '../wire/wire.ts';

type DatabaseOptions = {
  url: string;
  /** A replica that lists and exports may read from; it may be a few moments behind. */
  readUrl?: string | undefined;
  /** Around the pooler in `url`, for what needs a connection for longer than a transaction: notices and locks. */
  directUrl?: string | undefined;
  /** Whether statements are prepared; with a pooler only when it is known to allow it. */
  prepares?: boolean | undefined;
  log: DatabaseLog;
  /** The most connections to each server. */
  connections?: number;
  wire?: WireName;
  /** The name of the store in which this server has its files, for commands that ask. */
  fileStore?: string;
  /** Which statements to report as slow. */
  slow?: SlowStatements;
};

/** An open PostgreSQL: connections, transactions, and notices from other processes. */
export type Database = SharedConnections & {
  /**
   * For lists and files: the replica while it has everything that this server wrote or heard of, otherwise the
   * primary.
   */
  reader: SharedConnections;
  /** For reads that need what is written last: the primary; while it does not answer, the replica. */
  primaryOrReplica: SharedConnections;
  /** The state of the replica; undefined without one. */
  replica(): ReplicaState | undefined;
  /** A change was read here, perhaps before its notice: from now on `reader` must include it. */
  noteChange(): void;
  /** Calls `heard` for every notice on a channel, and once with '' after a lost connection: some may be missing. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  /** A connection of its own, outside of transactions and without time limits, for statements that cannot run in one. */
  alone<T>(run: (connection: Connection) => Promise<T>): Promise<T>;
  /** Checks the state of the database on a reserved connection: it waits for no other work, and not for long. */
  probe<T>(run: (connection: Connection) => Promise<T>): Promise<T>;
  use(): { primary: PoolUse; replica?: PoolUse };
  close(): Promise<void>;
};

/** Opens PostgreSQL 15 or newer; says in a sentence what is wrong when it cannot be used. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, directUrl, log, connections = 12, wire = 'fast', fileStore, slow } = options;
  if (wire === 'plain') log.info('Lists and exports pass through the driver (WIRE=plain).');
  let reader: Reader | undefined;
  const noteChange = (): void => reader?.noteChange();
  const places = toPlaces(options);
  const open = { log, connections, wire, ...(slow && { slow }) };
  const main = openPool({ place: places.main, ...open }, noteChange);
  const isPooled = directUrl !== undefined;
  const direct = isPooled ? openPool({ place: places.direct, ...open }) : main;
  const endPools = () => Promise.all([...new Set([main, direct])].map((pool) => pool.end()));
  const pooled = isPooled ? { direct, directUrl } : undefined;
  await checkPools({ main, url }, pooled).catch(async (error: unknown) => {
    await endPools();
    throw error;
  });
  const replica = places.replica && openPool({ place: places.replica, ...open });
  const { end: _end, use, distrust, alone: _alone, ...ordinary } = main;
  const connect = () => new TimedClient(clientConfig(places.direct)).once('silence', distrust);
  if (replica) reader = openReader({ main, replica, connect }, log);
  const listener = openListener(connect, log, fileStore);
  const probe = openProbe(connect);
  let following: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    listener.close();
    probe.close();
    reader?.close();
    await Promise.all([endPools(), replica?.end()]);
  };
  return {
    ...ordinary,
    alone: direct.alone,
    reader: reader ?? ordinary,
    primaryOrReplica: reader?.primaryOrReplica ?? ordinary,
    replica: () => reader?.state(),
    noteChange,
    async listen(channel, heard) {
      if (reader) following ??= follow(listener, reader);
      await following;
      return listener.listen(channel, heard);
    },
    probe: probe.look,
    use: () => ({ primary: use(), ...(replica && { replica: replica.use() }) }),
    close,
  };
}

/** Where the connections lead, with or around a pooler; which statements they prepare depends on that too. */
function toPlaces({ url, readUrl, directUrl, prepares }: DatabaseOptions) {
  const isPooled = directUrl !== undefined;
  const nameOf = createStatementNames();
  const manner = { isPooled, ...((prepares ?? !isPooled) && { nameOf }) };
  const main = toPlace(url, 'read-write', manner);
  return {
    main,
    direct: isPooled ? toPlace(directUrl, 'read-write', { nameOf }) : main,
    replica: readUrl ? toPlace(readUrl, 'prefer-standby', manner) : undefined,
  };
}

async function checkPools(
  { main, url }: { main: Pool; url: string },
  pooled: { direct: Pool; directUrl: string } | undefined,
): Promise<void> {
  await checkServer(main, url);
  if (!pooled) return;
  await checkServer(pooled.direct, pooled.directUrl);
  await checkPooled(main, pooled.direct);
}

/** Tells the reader what other servers write, before anything here acts on it. Only servers listen and need to know. */
async function follow(listener: Listener, reader: Reader): Promise<void> {
  for (const channel of [CHANGES_CHANNEL, DESCRIPTOR_CHANNEL])
    await listener.listen(channel, () => reader.noteChange());
}
