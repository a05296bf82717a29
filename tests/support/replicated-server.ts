import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const installed = '/usr/lib/postgresql';

/** The programs of a PostgreSQL of this system; the embedded one brings no `pg_basebackup`. */
export function findPrograms(): string | undefined {
  const versions = existsSync(installed) ? readdirSync(installed) : [];
  const folders = versions.map((version) => join(installed, version, 'bin'));
  return folders.findLast((folder) => existsSync(join(folder, 'pg_basebackup')));
}

export type ReplicatedServer = {
  url: string;
  readUrl: string;
  /** The address of both servers in one; the standby comes first. */
  bothUrl: string;
  /** Ends the primary as a crash does. */
  crashPrimary(): Promise<void>;
  /** Makes the standby the primary. */
  promoteStandby(): Promise<void>;
  stop(): Promise<void>;
};

/** A server and one that streams from it, as PostgreSQL's own programs set them up. */
export async function openReplicatedServer(programs: string): Promise<ReplicatedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'replica-'));
  const user = await userFor(folder);
  const call = (program: string, ...args: string[]) =>
    run(join(programs, program), args, {
      ...user,
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    });
  const [primary, standby] = ['primary', 'standby'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  // Told apart by the port in the name of the socket; neither listens on the network.
  const options = (port: number) =>
    `-k ${folder} -p ${port} -c listen_addresses= -c fsync=off -c shared_buffers=16MB -c hot_standby_feedback=on`;
  const start = (data: string, port: number) =>
    call('pg_ctl', 'start', '-w', '-D', data, '-l', `${data}.log`, '-o', options(port));
  const stop = async (): Promise<void> => {
    for (const data of [standby, primary])
      await call('pg_ctl', 'stop', '-m', 'immediate', '-D', data).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
  const urlOf = (port: number) =>
    `postgresql:///postgres?host=${encodeURIComponent(folder)}&port=${port}&user=postgres`;
  try {
    await call('initdb', '-D', primary, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8');
    await start(primary, 5501);
    await call(
      'pg_basebackup',
      '-h',
      folder,
      '-p',
      '5501',
      '-U',
      'postgres',
      '-D',
      standby,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
    );
    await start(standby, 5502);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: urlOf(5501),
    readUrl: urlOf(5502),
    bothUrl: `postgresql:///postgres?host=${folder},${folder}&port=5502,5501&user=postgres`,
    crashPrimary: async () => void (await call('pg_ctl', 'stop', '-m', 'immediate', '-D', primary)),
    promoteStandby: async () => void (await call('pg_ctl', 'promote', '-w', '-D', standby)),
    stop,
  };
}

/** PostgreSQL refuses root, so its own user runs it then. */
async function userFor(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (userInfo().uid !== 0) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await run('id', [which, 'postgres'])).stdout)),
  );
  await chown(folder, uid!, gid!);
  await chmod(folder, 0o755);
  return { uid: uid!, gid: gid! };
}
