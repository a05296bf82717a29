import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createKeyPair } from '../../../src/store/backup/seal.ts';
import { openFolderBlobs } from '../../../src/store/blobs/folder-blobs.ts';
import { databaseUrl } from '../../../src/store/embedded/postmaster.ts';
import { openSocketFolder } from '../../../src/store/embedded/socket-folder.ts';
import { runProgram, type CommandResult } from '../../support/run-command.ts';
import { runServer, type ServerProcess } from '../../support/run-server.ts';
import { top } from '../../support/source-files.ts';
import { Skip } from '../part.ts';
import { fillWithFiles, officeDescriptor } from './fill-office.ts';
import { watchMemory } from './watch-memory.ts';

/** How much the office has: `RECORDS` and `FILES`. */
export const sizes = {
  records: Number(process.env['RECORDS'] ?? 100_000),
  files: Number(process.env['FILES'] ?? 10_000),
};

export const folder = mkdtempSync(join(tmpdir(), 'backoffice-operations-'));
/** Where the backups of the office are. */
export const store = join(folder, 'backups');
const key = await createKeyPair();
let server: ServerProcess | undefined;

/** The server of an office with many records and files, which starts with the first check that asks. */
export async function openOffice(): Promise<ServerProcess> {
  if (server) return server;
  writeFileSync(join(folder, 'resources.json'), JSON.stringify(officeDescriptor));
  server = await runServer(envOf('office'));
  const blobs = await openFolderBlobs(join(folder, 'office/files'));
  await fillWithFiles(urlOf('office'), blobs, sizes.records, sizes.files);
  return server;
}

export async function closeOffice(): Promise<void> {
  await server?.end();
  rmSync(folder, { recursive: true, force: true });
}

/** The environment of an installation of this name. */
export function envOf(name: string, identity = key.identity): Record<string, string> {
  mkdirSync(join(folder, name), { recursive: true });
  return {
    DATA_DIR: join(folder, name),
    RESOURCES: join(folder, 'resources.json'),
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: 'nine quiet lakes behind',
    LOG_LEVEL: 'error',
    BACKUP_KEY: key.recipient,
    BACKUP_IDENTITY: identity,
  };
}

/** How much memory a command may take, in megabytes. */
const MOST_MEMORY = 400;

/** Runs `npx backoffice` for an installation. `memory`: of its process at most, in megabytes. */
export async function backoffice(
  name: string,
  ...args: string[]
): Promise<CommandResult & { memory: number }> {
  let watched: ReturnType<typeof watchMemory> | undefined;
  const started = (pid: number) => void (watched = watchMemory(pid));
  const result = await runProgram(args, { env: envOf(name), started });
  const { most: memory } = watched!.end();
  assert.ok(memory <= MOST_MEMORY, `${args.join(' ')} took ${memory} MB`);
  return { ...result, memory };
}

/** Five moments of work that takes so many milliseconds, in a row. */
export function drawMoments(milliseconds: number): number[] {
  const draw = () => Math.round(300 + Math.random() * milliseconds);
  return [draw(), draw(), draw(), draw(), draw()].toSorted((one, other) => one - other);
}

/** The same, ended by force after some milliseconds. */
export async function killCommand(
  name: string,
  milliseconds: number,
  ...args: string[]
): Promise<void> {
  const child = spawn(process.execPath, [join(top, 'src/hosts/command.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...envOf(name) },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await Promise.race([ended, wait(milliseconds)]);
  child.kill('SIGKILL');
  await ended;
}

/** A disk of so many megabytes, in memory, at a path in `folder`, until `work` has ended. */
export async function withDisk<Done>(
  name: string,
  megabytes: number,
  work: (path: string) => Promise<Done>,
): Promise<Done> {
  const path = join(folder, name);
  mkdirSync(path);
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    throw new Skip('this user cannot mount a small disk');
  }
  try {
    return await work(path);
  } finally {
    execFileSync('umount', ['--lazy', path]);
  }
}

/** Asks the database of a running installation. */
export async function queryOf<Row extends object>(name: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlOf(name) });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function listBackups(): Promise<string[]> {
  const { out } = await backoffice('office', 'backup', '--list', store, '--json');
  return JSON.parse(out).backups.map(({ name }: { name: string }) => name);
}

export function secondsSince(begun: number): string {
  return `${((performance.now() - begun) / 1_000).toFixed(1)} s`;
}

function urlOf(name: string): string {
  return databaseUrl(openSocketFolder(join(folder, name, 'postgres')).path);
}
