import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toDescriptor } from '../../descriptor/read/to-descriptor.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { openCopyConnection, type CopyConnection } from '../connection/copy-connection.ts';
import { isServed } from '../connection/running-servers.ts';
import { keepOthersOut } from '../schema/plan/change-tables.ts';
import type { QueryRunner } from '../store.ts';
import { resumeWatches } from '../system/threads/watch-work.ts';
import { resumeWebhooks } from '../system/webhooks/resume-webhooks.ts';
import { type ArchivedTable, type Manifest } from './archive.ts';
import { DamagedBackup, readParts } from './parts.ts';
import { rebuildTables, setSequences, toCopied, toName } from './rebuild-tables.ts';
import { readLayouts, readSequences } from './read-layout.ts';
import { createRowDigest } from './row-digest.ts';
import type { Opener } from './seal.ts';
import { statement } from '../connection/statement.ts';

export type RestoreParts = {
  /** Of the database. */
  url: string;
  /** The store of backups. */
  from: BlobStore;
  open: Opener;
  /** The name of the backup. */
  backup: string;
  manifest: Manifest;
  /** The database is only compared with the backup, and then dropped. */
  isRehearsal: boolean;
  report(done: string): void;
};

/** Why a database takes no backup: a server uses it, or it is in use, with how many rows there are of what. */
export type NotEmpty = 'served' | { table: string; rows: number }[];

/** Restores the tables of a backup in one transaction: all of it, or nothing. Files are not its concern. */
export async function restoreArchive(parts: RestoreParts): Promise<NotEmpty | 'restored'> {
  const { url, manifest, report, isRehearsal } = parts;
  const connection = await openCopyConnection(url);
  try {
    await connection.query('begin');
    await keepOthersOut(connection);
    const obstacle = await findUse(connection);
    if (obstacle) return obstacle;
    const { tables, sequences, unread } = manifest;
    const source = JSON.parse(manifest.descriptor) as Descriptor['source'];
    const { finish } = await rebuildTables(connection, toDescriptor(source), tables);
    for (const table of tables) {
      await loadTable(connection, parts, table);
      report(toName(table));
    }
    await setSequences(connection, sequences);
    await resumeWebhooks(connection, unread);
    if (!isRehearsal) {
      await makePicturesAgain(connection);
      await resumeWatches(connection);
    }
    report('indexes');
    await finish();
    await connection.query('commit');
    return 'restored';
  } finally {
    await connection.close();
  }
}

/** Why the database takes no backup; undefined if it does. */
export async function findUse(sql: QueryRunner): Promise<NotEmpty | undefined> {
  if (await isServed(sql)) return 'served';
  const full = await findRecords(sql);
  return full.length > 0 ? full : undefined;
}

/** Records and people that are there, in tables of ours. */
async function findRecords(sql: QueryRunner): Promise<{ table: string; rows: number }[]> {
  const full: { table: string; rows: number }[] = [];
  for (const layout of await readLayouts(sql)) {
    const { schema, name } = layout;
    if (schema !== 'public' && !(schema === 'backoffice' && name === 'credentials')) continue;
    const rows = await sql.value<number>(
      `select count(*)::float8 from (select from ${toName(layout)} limit 100000) found`,
    );
    if (rows > 0) full.push({ table: name, rows });
  }
  return full;
}

/** The pictures of files are in no backup. */
export const makePicturesAgain = statement.run(
  `update backoffice.blobs set work_state = 'waiting', work_attempts = 0, work_due = clock_timestamp()
   where work_state = 'done'`,
);

async function loadTable(
  transaction: CopyConnection,
  { from, open, backup }: Pick<RestoreParts, 'from' | 'open' | 'backup'>,
  table: ArchivedTable,
): Promise<void> {
  if (table.rows === 0) return;
  const digest = createRowDigest();
  const seen = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of readParts(from, open, backup, table.parts)) {
      digest.add(piece);
      yield piece;
    }
  };
  const into = transaction.copyIn(`copy ${toCopied(table)} from stdin`);
  await pipeline(Readable.from(seen(), { objectMode: false }), into);
  const actual = digest.end();
  if (actual.rows !== table.rows || actual.digest !== table.digest)
    throw new DamagedBackup(`the rows of ${toName(table)} are not those of the backup`);
}

type Restored = Pick<Manifest, 'tables' | 'sequences' | 'unread'>;

/**
 * Compares a restored database with its backup: all rows of all tables, the sequences, and where webhooks continue.
 * Returns a sentence for each difference.
 */
export async function compareRestored(url: string, backup: Restored): Promise<string[]> {
  const connection = await openCopyConnection(url);
  try {
    const differences: string[] = [];
    for (const table of backup.tables) {
      const digest = createRowDigest();
      const rows = connection.copyOut(`copy ${toCopied(table)} to stdout`);
      for await (const piece of rows) digest.add(piece as Buffer);
      const actual = digest.end();
      if (actual.rows !== table.rows || actual.digest !== table.digest)
        differences.push(`${toName(table)} differs: ${actual.rows} rows instead of ${table.rows}`);
    }
    return [...differences, ...(await comparePositions(connection, backup))];
  } finally {
    await connection.close();
  }
}

async function comparePositions(
  sql: QueryRunner,
  { sequences, unread }: Pick<Restored, 'sequences' | 'unread'>,
): Promise<string[]> {
  const actual = new Map((await readSequences(sql)).map((each) => [toName(each), each.last]));
  const moved = sequences.filter((each) => actual.get(toName(each)) !== each.last);
  const webhooks = await sql.rows<{ id: string }>(
    `select w.id from backoffice.webhooks w
       left join unnest($1::text[], $2::timestamptz[]) u(id, at) on u.id = w.id
      where w.from_at is distinct from u.at order by 1`,
    [unread.map(({ webhook }) => webhook), unread.map(({ from }) => from)],
  );
  return [
    ...moved.map((each) => {
      const last = actual.get(toName(each)) ?? 'none';
      return `the sequence ${toName(each)} differs: ${last} instead of ${each.last ?? 'none'}`;
    }),
    ...webhooks.map(({ id }) => `the webhook ${id} continues at another time`),
  ];
}
