import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { applyAdditive } from '../../src/store/schema/plan/apply-additive.ts';
import { toFingerprint } from '../../src/store/schema/tables/applied-descriptor.ts';
import { withDatabase } from './database-url.ts';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** An empty database of one's own (`pg_trgm` is there), gone after `drop()`. */
export function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('testDatabases');
  return asAdmin(url, (admin) => copyDatabase(admin, template));
}

/**
 * A database of one's own with the tables of `descriptor`, and nothing in them. Whoever asks for the
 * same descriptor again gets a copy of made ones, which takes a tenth of the time.
 */
export async function createTables(descriptor: Descriptor): Promise<TestDatabase> {
  const { url, template, prefix } = inject('testDatabases');
  // With the hash, as the database also holds the descriptor that was applied to it.
  const made = prefix + toFingerprint(descriptor).slice(0, 20) + descriptor.hash.slice(0, 8);
  const source = await asAdmin(url, async (admin) => {
    if (await isThere(admin, made)) return made;
    // One copy of a template per test would cost more than it saves where a file asks but once.
    if (!asked.has(made)) return template;
    await admin.query('select pg_advisory_lock(hashtext($1))', [made]);
    if (await isThere(admin, made)) return made;
    const { name } = await copyDatabase(admin, template);
    await applyTables(withDatabase(url, name), descriptor);
    await admin.query(`alter database ${name} rename to ${made}`);
    return made;
  });
  asked.add(made);
  const database = await asAdmin(url, (admin) => copyDatabase(admin, source));
  if (source === template) await applyTables(database.url, descriptor);
  return database;
}

const asked = new Set<string>();

async function applyTables(url: string, descriptor: Descriptor): Promise<void> {
  const database = await openDatabase({ url, log: { info() {}, warn() {} } });
  try {
    const { refused } = await applyAdditive(database, descriptor);
    if (refused.length > 0) throw new Error(JSON.stringify(refused));
  } finally {
    await database.close();
  }
}

async function isThere(admin: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

/** By its files: block by block through the log of changes takes three times as long. */
async function copyDatabase(
  admin: pg.Client,
  template: string,
): Promise<TestDatabase & { name: string }> {
  const { url, prefix } = inject('testDatabases');
  const name = prefix + randomBytes(6).toString('hex');
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  return {
    name,
    url: withDatabase(url, name),
    drop: () =>
      asAdmin(url, async (again) => {
        await again.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

async function asAdmin<Result>(
  url: string,
  act: (admin: pg.Client) => Promise<Result>,
): Promise<Result> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await act(admin);
  } finally {
    await admin.end();
  }
}
