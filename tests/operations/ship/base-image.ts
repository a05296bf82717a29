import { copyFile, cp, mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { containerFolder, runContainers } from './run-containers.ts';

const NAME = 'localhost/backoffice-base';
const root = join(containerFolder, 'base');

/**
 * The base of the images: the one in the variable `BASE`, or one made here as `node:24-bookworm-slim` is, because not
 * every machine reaches its registry: Debian, this Node with its npm, and a user `node`.
 */
export async function openBaseImage(): Promise<string> {
  const given = process.env['BASE'];
  if (given) return given;
  await makeDebian(root);
  await runCommand('chroot', [root, 'groupadd', '--gid', '1000', 'node']);
  const user = ['--uid', '1000', '--gid', 'node', '--create-home', 'node'];
  await runCommand('chroot', [root, 'useradd', ...user]);
  const changes = await trustAsHere();
  const archive = join(containerFolder, 'base.tar');
  await runCommand('tar', ['-C', root, '-cf', archive, '.']);
  await runContainers('podman', ['import', ...changes, archive, NAME]);
  await rm(archive);
  return NAME;
}

/** Makes a small Debian with this Node and its npm in a folder. */
export async function makeDebian(root: string, packages: readonly string[] = []): Promise<void> {
  const without = ['doc', 'info', 'locale', 'man'].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  );
  const include = packages.map((name) => `--include=${name}`);
  await mkdir(dirname(root), { recursive: true });
  await runCommand('mmdebstrap', ['--variant=minbase', ...include, ...without, 'bookworm', root]);
  await addNode(root);
}

async function addNode(root: string): Promise<void> {
  const local = join(root, 'usr/local');
  await copyFile(process.execPath, join(local, 'bin/node'));
  const npm = (await runCommand('which', ['-a', 'npm'])).trim().split('\n').at(-1)!;
  const folder = dirname(dirname(await realpath(npm)));
  await cp(folder, join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
}

/** A machine behind a proxy has a certificate authority of its own. */
async function trustAsHere(): Promise<string[]> {
  const own = process.env['NODE_EXTRA_CA_CERTS'];
  if (!own) return [];
  const path = '/usr/local/share/authorities.crt';
  await copyFile(own, join(root, path));
  return ['--change', `ENV NODE_EXTRA_CA_CERTS=${path}`];
}
