import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtFolder } from './built.ts';
import { writePackageFiles } from './package-files.ts';
import { projectFolder } from '../project.ts';
import { runProgram } from '../refusal.ts';

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

/** The versions of this project. Unlike `package-lock.json`, npm puts this file into a tarball and reads it there. */
async function writeLock(): Promise<void> {
  await pruneLock(folder);
  await rename(join(folder, 'package-lock.json'), join(folder, 'npm-shrinkwrap.json'));
}

/**
 * Of everything in the product, also of what the screens were built with. Made where there are no packages for
 * development: told to omit them, npm also omits some that both need.
 */
async function writeBillOfMaterials(): Promise<void> {
  const product = await mkdtemp(join(tmpdir(), 'backoffice-bill-'));
  const { devDependencies: _, ...manifest } = await readJson(join(projectFolder, 'package.json'));
  await writeFile(join(product, 'package.json'), JSON.stringify(manifest));
  await pruneLock(product);
  const options = ['--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { stdout } = await run('npm', ['sbom', ...options], { cwd: product, maxBuffer: 2 ** 26 });
  const { packages } = await readJson(join(product, 'package-lock.json'));
  await rm(product, { recursive: true });
  const bill = JSON.parse(stdout);
  // npm leaves out a licence that has no name in SPDX, such as BSD.
  for (const component of bill.components)
    component.licenses ??= [
      { license: { name: packages[`node_modules/${component.name}`].license } },
    ];
  await writeFile(join(folder, 'sbom.cdx.json'), JSON.stringify(bill));
}

/** Writes the lock of the project to a folder, for the packages that its manifest names: npm removes all others. */
async function pruneLock(to: string): Promise<void> {
  await cp(join(projectFolder, 'package-lock.json'), join(to, 'package-lock.json'));
  const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options], { cwd: to });
}

async function readJson(path: string) {
  return JSON.parse(await readFile(path, 'utf8'));
}

await runProgram(writePackage);
