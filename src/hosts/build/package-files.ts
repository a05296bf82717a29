import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleServer } from './bundle-server.ts';
import { projectFolder } from '../project.ts';

/** What a running server or command reads from the project, besides its screens. */
const parts = [
  'LICENSE',
  'README.md',
  'docs',
  'operations/Caddyfile',
  'operations/backoffice.service',
  'operations/nginx.conf',
  'resources.json',
  'resources.schema.json',
  'src/hosts/client',
  'src/hosts/command.mjs',
  'src/hosts/packaged.mjs',
  'src/hosts/start.mjs',
  'src/installation/sample',
];

/** The programs that a package starts from its bundle. */
const programs = ['start', 'command'];

/**
 * Writes a package to a new folder, without its screens: a bundle in place of the sources, so that it needs only the
 * packages that a running server loads.
 */
export async function writePackageFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const part of parts)
    await cp(join(projectFolder, part), join(folder, part), { recursive: true });
  const { packages } = await bundleServer(join(folder, 'dist-server'), programs);
  const manifest = await toManifest(new Set(packages));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function toManifest(packages: ReadonlySet<string>): Promise<object> {
  const project = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
  const { name, version, description, license, type, bin, optionalDependencies } = project;
  const { start, backoffice } = project.scripts;
  const needed = Object.entries(project.dependencies).filter(([each]) => packages.has(each));
  return {
    name,
    version,
    description,
    license,
    type,
    bin,
    engines: { node: '>=24' },
    scripts: { start, backoffice },
    dependencies: Object.fromEntries(needed),
    optionalDependencies,
    allowScripts: Object.fromEntries(Object.keys(optionalDependencies).map((each) => [each, true])),
  };
}
