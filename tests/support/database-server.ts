import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { withDatabase } from './database-url.ts';
import { isRunning, useMemoryFolder } from './memory-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where tests make databases of their own: the server, what to copy, and how to name the copies. */
    testDatabases: { url: string; template: string; prefix: string };
  }
}

/**
 * One PostgreSQL for the whole run; `database.ts` gives each test a database of it. It is the
 * embedded one, or with `TEST_DATABASE_URL` (a superuser of PostgreSQL 15 or newer) that one.
 * Runs at the same time share it unless their data is in memory, and the next run sweeps what a killed run
 * left behind.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const leaveMemory = await useMemoryFolder();
  const server = await openServer(
    process.env['TEST_DATA_DIR'] ??
      join(
        process.env['TMPDIR'] ?? join(import.meta.dirname, '../../node_modules/.cache'),
        'backoffice-tests',
      ),
  );
  const prefix = `test_${process.pid}_`;
  const template = `${prefix}template`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await dropDatabases(
    admin,
    (name) => name.startsWith(prefix) || !isRunning(Number(name.split('_')[1])),
  );
  await admin.query(`create database ${template}`);
  await fillTemplate(withDatabase(server.url, template));
  project.provide('testDatabases', { url: server.url, template, prefix });

  return async () => {
    await dropDatabases(admin, (name) => name.startsWith(prefix));
    await admin.end();
    await server.stop();
    await leaveMemory();
  };
}

/** The server of tests, its data in `dir` unless it is one that was there before. */
export async function openServer(dir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { url, stop: async () => {} };
  return openEmbedded({
    dir,
    log: { info() {}, warn: (message) => console.warn(message) },
    durable: false,
    settings: {
      max_connections: '300',
      shared_buffers: '256MB',
      // What PostgreSQL does between statements took a twentieth of the time of all tests.
      autovacuum: 'off',
      wal_writer_delay: '10s',
      bgwriter_delay: '10s',
    },
  });
}

async function fillTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create extension pg_trgm');
  await client.end();
}

async function dropDatabases(admin: pg.Client, isOurs: (name: string) => boolean): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where datname like 'test\\_%'",
  );
  for (const { datname } of rows)
    if (isOurs(datname)) await admin.query(`drop database if exists ${datname} with (force)`);
}
