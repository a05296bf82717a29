import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { withDatabase } from './database-url.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where tests make databases of their own: the server, what to copy, and how to name the copies. */
    testDatabases: { url: string; template: string; prefix: string };
  }
}

/**
 * One PostgreSQL for the whole run; `database.ts` gives each test a database of it. It is the
 * embedded one, or with `TEST_DATABASE_URL` (a superuser of PostgreSQL 15 or newer) that one.
 * Runs at the same time share it, and what a killed run left behind is swept by the next.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
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
  };
}

async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { url, stop: async () => {} };
  return openEmbedded({
    dir:
      process.env['TEST_DATA_DIR'] ??
      join(import.meta.dirname, '../../node_modules/.cache/backoffice-tests'),
    log: { info() {}, warn: (message) => console.warn(message) },
    durable: false,
    settings: { max_connections: '300', shared_buffers: '256MB' },
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // No such process: its databases are nobody's.
    return false;
  }
}
