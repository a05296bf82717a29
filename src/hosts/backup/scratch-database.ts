import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCopyConnection } from '../../store/connection/copy-connection.ts';
import { openDatabase } from '../../store/connection/database.ts';
import { errorCode } from '../../store/connection/errors.ts';
import { quoteName } from '../../store/connection/sql.ts';
import { openEmbedded } from '../../store/embedded/embedded.ts';
import type { QueryRunner } from '../../store/store.ts';

const PREFIX = 'backoffice_rehearsal_';
const log = { info() {}, warn() {} };

/** PostgreSQL: the role may not do this. */
const FORBIDDEN = '42501';

/**
 * Runs work on an empty database that is dropped afterwards: on the same server, or on an embedded one where the role
 * may not create any.
 */
export async function withScratchDatabase<Done>(
  url: string,
  work: (url: string) => Promise<Done>,
): Promise<Done> {
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`;
  const admin = await openCopyConnection(url);
  try {
    await dropLeft(admin);
    if (!(await createDatabase(admin, name))) return await withEmbedded(work);
    try {
      return await workOn(toUrl(url, name), work);
    } finally {
      await admin.query(`drop database if exists ${quoteName(name)} with (force)`);
    }
  } finally {
    await admin.close();
  }
}

async function createDatabase(admin: QueryRunner, name: string): Promise<boolean> {
  try {
    await admin.query(`create database ${quoteName(name)} template template0 encoding 'UTF8'`);
    return true;
  } catch (error) {
    if (errorCode(error) === FORBIDDEN) return false;
    throw error;
  }
}

/** Drops what a rehearsal has left that was killed. One that still runs is connected, and keeps its database. */
async function dropLeft(admin: QueryRunner): Promise<void> {
  const left = await admin.rows<{ name: string }>(
    `select d.datname as name from pg_database d where starts_with(d.datname, '${PREFIX}')
       and d.datdba = current_user::regrole
       and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
  );
  // Another process may connect to it or drop it now.
  for (const { name } of left)
    await admin.query(`drop database if exists ${quoteName(name)}`).catch(() => undefined);
}

/** Runs work on an embedded server of its own, whose data are removed afterwards. */
export async function withEmbedded<Done>(work: (url: string) => Promise<Done>): Promise<Done> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const server = await openEmbedded({ dir: folder, log, durable: false });
  try {
    return await workOn(server.url, work);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opening it checks the server and creates the extension that the tables need. */
async function workOn<Done>(url: string, work: (url: string) => Promise<Done>): Promise<Done> {
  const database = await openDatabase({ url, log, connections: 1 });
  await database.close();
  return await work(url);
}

/** The same server and role, another database. */
function toUrl(url: string, database: string): string {
  return url.replace(/^(\w+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${database}`);
}
