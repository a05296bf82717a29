import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { workFolder } from './work-folder.ts';

export const containerFolder = join(workFolder, 'containers');

/** The images and containers of these checks, apart from those of the machine. */
const storage = [
  `--root=${join(containerFolder, 'storage')}`,
  `--runroot=${join(containerFolder, 'run')}`,
];

/** The arguments of podman or buildah for an own storage. runc also knows older kernels' control groups. */
export function containerArgs(program: 'podman' | 'buildah', args: readonly string[]): string[] {
  return [...storage, ...(program === 'podman' ? ['--runtime=runc'] : []), ...args];
}

export async function runContainers(
  program: 'podman' | 'buildah',
  args: readonly string[],
  options: Parameters<typeof runCommand>[2] = {},
): Promise<string> {
  return await runCommand(program, containerArgs(program, args), options);
}

export async function removeContainers(): Promise<void> {
  await runContainers('podman', ['rm', '--all', '--force']).catch(() => undefined);
  await runContainers('podman', ['rmi', '--all', '--force']).catch(() => undefined);
  // Podman leaves its storage mounted on itself.
  await runCommand('umount', [join(containerFolder, 'storage/overlay')]).catch(() => undefined);
  await rm(containerFolder, { recursive: true, force: true });
}
