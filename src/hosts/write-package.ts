import { execFile } from 'node:child_process';
import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtFolder } from './built.ts';
import { writePackageFiles } from './package-files.ts';
import { projectFolder } from './project.ts';
import { runProgram } from './refusal.ts';

/*
 * The main program of `npm run package`, which has built the screens before: writes the folder `dist-package` and its
 * tarball, `backoffice-VERSION.tgz`. The container image and `npx` run this package.
 */
const folder = join(projectFolder, 'dist-package');

const run = promisify(execFile);

async function writePackage(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await writePackageFiles(folder);
  await cp(builtFolder, join(folder, 'dist'), { recursive: true });
  await writeLock();
  await writeBillOfMaterials();
  const { stdout } = await run('npm', ['pack', folder, '--silent'], { cwd: projectFolder });
  console.log(`Wrote ${stdout.trim()}`);
}

/** The versions of this project, for the packages that are left. `npm` removes all others from the lock. */
async function writeLock(): Promise<void> {
  await cp(join(projectFolder, 'package-lock.json'), join(folder, 'package-lock.json'));
  const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options], { cwd: folder });
  // Unlike `package-lock.json`, npm puts this file into a tarball and reads it there.
  await rename(join(folder, 'package-lock.json'), join(folder, 'npm-shrinkwrap.json'));
}

/** Of everything in the product, also of what the screens were built with. */
async function writeBillOfMaterials(): Promise<void> {
  const options = ['--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const { stdout } = await run('npm', ['sbom', ...options], {
    cwd: projectFolder,
    maxBuffer: 64 * 1024 * 1024,
  });
  await writeFile(join(folder, 'sbom.cdx.json'), stdout);
}

await runProgram(writePackage);
