import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from './database-url.ts';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** An empty database of one's own (`pg_trgm` is there), gone after `drop()`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template, prefix } = inject('testDatabases');
  const name = prefix + randomBytes(6).toString('hex');
  await asAdmin(url, `create database ${name} template ${template}`);
  return {
    url: withDatabase(url, name),
    drop: () => asAdmin(url, `drop database if exists ${name} with (force)`),
  };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
