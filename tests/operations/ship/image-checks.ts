import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbedded } from '../../../src/store/embedded/embedded.ts';
import { openRelay } from '../../support/relay.ts';
import { signIn } from '../../support/sign-in.ts';
import { top } from '../../support/source-files.ts';
import type { Check } from '../part.ts';
import { openBaseImage } from './base-image.ts';
import { containerArgs, containerFolder, runContainers } from './run-containers.ts';
import { runUntilReady } from './run-until-ready.ts';
import { workFolder } from './work-folder.ts';

const needs = { buildah: 'buildah', podman: 'podman', runc: 'runc', mmdebstrap: 'mmdebstrap' };
const targets = {
  app: 'localhost/backoffice:app',
  database: 'localhost/backoffice:app-database',
};
const PASSWORD = 'nine quiet lakes behind';
/** Of the image without the embedded database, compressed. */
const MOST_MEGABYTES = 200;

/** As `operations/compose.yaml` and `operations/kubernetes` restrict it. */
const restricted = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  // The limits of this machine, and its network, which needs no bridge.
  '--ulimit=nofile=4096:4096',
  '--ulimit=nproc=4096:4096',
  '--network=host',
];

export const imageChecks: readonly Check[] = [
  {
    name: 'the Dockerfile builds both images',
    needs,
    run: async () => {
      const base = await openBaseImage();
      for (const name of Object.values(targets)) await build(name, base);
      return `from ${base}`;
    },
  },
  {
    name: `the image without a database has at most ${MOST_MEGABYTES} MB, compressed`,
    needs,
    run: async () => {
      const [app, database] = [await measure(targets.app), await measure(targets.database)];
      if (app > MOST_MEGABYTES) throw new Error(`${app.toFixed(0)} MB`);
      return `${app.toFixed(0)} MB; with the embedded database ${database.toFixed(0)} MB`;
    },
  },
  {
    name: 'no layer has a secret, a log or data of this machine',
    needs,
    run: async () => {
      const names = ['.git', '.env*', '.npmrc', '*.log', 'data', 'secret', 'secrets'];
      const tests = names.flatMap((name) => ['-name', name, '-o']).slice(0, -1);
      const find = ['find', '/app', '-name', 'node_modules', '-prune', '-o', '(', ...tests, ')'];
      const args = ['run', '--rm', ...restricted, targets.app, ...find, '-print'];
      const found = await runContainers('podman', args);
      if (found.trim()) throw new Error(found);
    },
  },
  {
    name: 'the image serves a PostgreSQL of its own, as an ordinary user on a read-only system',
    needs,
    run: async () => {
      const database = await openEmbedded({
        dir: join(workFolder, 'postgres'),
        log: { info: () => undefined, warn: console.error },
        durable: false,
      });
      // The container cannot see its socket.
      const relay = await openRelay(database.url);
      try {
        return await serve(targets.app, [`--env=DATABASE_URL=${relay.url}`]);
      } finally {
        await relay.close();
        await database.stop();
      }
    },
  },
  {
    name: 'the image with the embedded database serves it, and finds it again',
    needs,
    run: async () => {
      await runContainers('podman', ['volume', 'create', 'backoffice-data']);
      const first = await serve(targets.database, ['--volume=backoffice-data:/data']);
      await serve(targets.database, ['--volume=backoffice-data:/data']);
      return first;
    },
  },
];

async function build(name: string, base: string): Promise<void> {
  const options = ['--isolation=chroot', '--network=host', '--format=docker', '--layers'];
  const target = name.split(':')[1]!;
  const image = [`--build-arg=BASE=${base}`, `--target=${target}`, `--tag=${name}`];
  const file = '--file=operations/Dockerfile';
  await runContainers('buildah', ['bud', ...options, ...image, file, '.'], { cwd: top });
}

/** In megabytes, as a registry stores it. */
async function measure(name: string): Promise<number> {
  const archive = join(containerFolder, `${name.split(':')[1]}.tar`);
  await runContainers('buildah', ['push', name, `oci-archive:${archive}`]);
  return (await stat(archive)).size / 1e6;
}

/** Starts a container, asks it what a person and a probe ask, and stops it. */
async function serve(image: string, options: readonly string[]): Promise<string> {
  const name = 'backoffice-check';
  const env = ['--env=HOST=127.0.0.1', '--env=PORT=48991', `--env=ADMIN_PASSWORD=${PASSWORD}`];
  const args = ['run', '--rm', `--name=${name}`, ...restricted, ...env, ...options, image];
  const started = performance.now();
  const server = await runUntilReady('podman', containerArgs('podman', args));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { status } = await fetch(`${server.url}/readyz`);
  const { call } = await signIn(server.url, 'admin@example.org', PASSWORD);
  const { body } = await call('GET', '/api/chems?_perPage=1');
  const user = (await runContainers('podman', ['exec', name, 'id', '-u'])).trim();
  const checked = await runContainers('podman', ['exec', name, 'backoffice', 'check']);
  await runContainers('podman', ['healthcheck', 'run', name]);
  const stopping = performance.now();
  await server.end();
  const stopped = ((performance.now() - stopping) / 1000).toFixed(1);
  if (status !== 200 || user === '0' || !(body.total > 100) || !checked.includes('no problems'))
    throw new Error(`readyz ${status}, user ${user}, ${body.total} records, ${checked}`);
  return `ready after ${seconds} s, user ${user}, healthy, ended in ${stopped} s`;
}
