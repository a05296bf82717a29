import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { createKeyPair } from '../../src/store/backup/seal.ts';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { admin, readImport } from './archived-office.ts';
import { runCommand, type CommandResult } from './run-command.ts';
import { runServer, type ServerProcess } from './run-server.ts';
import { signIn, type SignedIn } from './sign-in.ts';
import { studiesSource } from './studies.ts';

/** An installation with the embedded database, whose moments can be restored. */
export type MomentOffice = {
  /** The folder of backups, and the data folder. */
  place: string;
  data: string;
  key: { recipient: string; identity: string };
  env: Record<string, string>;
  /** Makes a backup, in another place if one is named. */
  backUp(to?: Record<string, string>): Promise<void>;
  run(...args: string[]): Promise<CommandResult>;
  serve(): Promise<{ server: ServerProcess; signedIn: SignedIn }>;
  /** Restores a moment into a new data folder of this name. */
  restore(name: string, at: Date, more?: Record<string, string>): Promise<CommandResult>;
  /** The names of the notes that were restored under this name. */
  readNotes(name: string): Promise<string[]>;
  /** Serves what was restored under this name, and returns the bytes of the papers of notes. */
  readPapers(name: string): Promise<string[]>;
  /** Serves the same, and returns the columns of the newest import. */
  readImport(name: string): Promise<string[]>;
};

const log = { info() {}, warn() {} };

const source = {
  app: { title: 'Notes', languages: ['en'] },
  roles: { admin: { all: true } },
  resources: {
    users: studiesSource.resources.users,
    notes: {
      title: '{name}',
      fields: {
        name: { type: 'text', required: true },
        paper: { type: 'file', maxSize: '1 MB' },
      },
    },
  },
};

export async function openMomentOffice(folder: string): Promise<MomentOffice> {
  const place = join(folder, 'backups');
  const data = join(folder, 'data');
  const key = await createKeyPair();
  const resources = join(folder, 'resources.json');
  await mkdir(folder, { recursive: true });
  await writeFile(resources, JSON.stringify(source));
  const plain = {
    SAMPLE_DATA: '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
  };
  const env = {
    ...plain,
    DATA_DIR: data,
    RESOURCES: resources,
    BACKUP_TO: place,
    BACKUP_KEY: key.recipient,
    // Never in these tests.
    BACKUP_SCHEDULE: at(new Date(Date.now() + 12 * 3_600_000)),
    BACKUP_POINT_IN_TIME: '1',
  };
  const restored = (name: string) => ({
    ...plain,
    DATA_DIR: join(folder, name),
    RESOURCES: join(folder, `${name}.json`),
  });
  const serveWith = async (all: Record<string, string>) => {
    const server = await runServer(all);
    return { server, signedIn: await signIn(server.url, admin.email, admin.password) };
  };
  return {
    place,
    data,
    key,
    env,
    async backUp(to) {
      const { code, err } = await runCommand(['backup'], { env: { ...env, ...to } });
      if (code !== 0) throw new Error(err);
    },
    run: (...args) => runCommand(args, { env }),
    serve: () => serveWith(env),
    restore: (name, moment, more: Record<string, string> = {}) =>
      runCommand(['restore', more['BACKUP_TO'] ?? place, '--at', moment.toISOString()], {
        env: { ...restored(name), BACKUP_IDENTITY: key.identity, ...more },
      }),
    async readNotes(name) {
      const { url, stop } = await openEmbedded({ dir: join(folder, name), log });
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ name: string }>('select name from notes order by name');
      await client.end();
      await stop();
      return rows.map((row) => row.name);
    },
    async readPapers(name) {
      const { server, signedIn } = await serveWith(restored(name));
      const { body } = await signedIn.call('GET', '/api/notes?_sort=name&_perPage=1000');
      const papers: string[] = [];
      for (const { paper } of body.data.filter((each: { paper: unknown }) => each.paper)) {
        const headers = { Authorization: `Bearer ${signedIn.token}` };
        const answer = await fetch(`${server.url}/api/files/${paper.id}`, { headers });
        papers.push(answer.ok ? await answer.text() : String(answer.status));
      }
      await server.end();
      return papers;
    },
    async readImport(name) {
      const { server, signedIn } = await serveWith(restored(name));
      const columns = await readImport(signedIn.call);
      await server.end();
      return columns;
    },
  };
}

function at(moment: Date): string {
  return moment.toISOString().slice(11, 16);
}

/** A moment after everything that was answered until now, and before all that is asked from now on. */
export async function nextMoment(): Promise<Date> {
  const from = Date.now();
  await vi.waitUntil(() => Date.now() > from + 2, { interval: 1 });
  const moment = new Date();
  await vi.waitUntil(() => Date.now() > moment.getTime() + 2, { interval: 1 });
  return moment;
}
