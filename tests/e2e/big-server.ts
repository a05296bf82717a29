import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { copyChems } from '../bench/copy-chems.ts';
import { runServer } from '../support/run-server.ts';
import { admin } from './test.ts';

export type BigServer = { url: string; close(): Promise<void> };

/** A server of its own with so many generated chems, of which the names and numbers are always the same. */
export async function openBigServer(count: number): Promise<BigServer> {
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-e2e-'));
  const log = { info: () => {}, warn: console.warn };
  const embedded = await openEmbedded({ dir: folder, log, durable: false });
  const env = {
    DATABASE_URL: embedded.url,
    DATA_DIR: folder,
    SAMPLE_DATA: '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
  };
  const server = await runServer(env, { screens: true });
  await fill(embedded.url, count);
  return {
    url: server.url,
    close: async () => {
      await server.end();
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Past the API, which would take minutes to check each; what the planner knows of tables comes last. */
async function fill(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ids = Array.from({ length: count }, (_, at) => `big-${String(at).padStart(6, '0')}`);
  await copyChems(client, 'chems', ids);
  await client.query('vacuum analyze chems');
  await client.end();
}
