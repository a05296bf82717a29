import { spawnSync } from 'node:child_process';
import { Skip } from './part.ts';

/**
 * Installs from Debian, as root, the packages of the programs that are missing, without starting their services.
 * Elsewhere the check is skipped, and says what is missing.
 */
export async function installPrograms(needs: Readonly<Record<string, string>>): Promise<void> {
  const missing = Object.entries(needs).filter(([program]) => !isInstalled(program));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map(([, name]) => name))];
  if (process.getuid?.() !== 0 || !isInstalled('apt-get'))
    throw new Skip(`Needs ${packages.join(', ')}: run apt-get install ${packages.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['update', '-qq'], { env });
  const options = ['install', '-yqq', '--no-install-recommends'];
  const { status, stderr } = spawnSync('apt-get', [...options, ...packages], { env });
  if (status !== 0)
    throw new Skip(`Cannot install ${packages.join(', ')}: ${String(stderr).trim()}`);
}

function isInstalled(program: string): boolean {
  return spawnSync('which', [program]).status === 0;
}
