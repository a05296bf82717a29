// Tells a package from a project. Plain JavaScript without new syntax, because an older Node reads it too, and because
// Node strips no types from files below `node_modules`.
import { existsSync, readFileSync } from 'node:fs';

const top = new URL('../../', import.meta.url);

/** A package has a build and no sources (`package-files.ts`). */
const isPackage = !existsSync(new URL('src/hosts/start.ts', top));

/** The address of a program in the bundle of this package; undefined in a project. */
export function findPackaged(program) {
  if (!isPackage) return undefined;
  const { hash } = JSON.parse(readFileSync(new URL('dist-server/built-from.json', top), 'utf8'));
  return new URL(`dist-server/${hash}/${program}.mjs`, top).href;
}

/** What to tell somebody whose Node is too old, in one sentence for each kind of installation. */
export function describeOldNode(inProject) {
  const requirement = `Backoffice requires Node 24, but this is Node ${process.versions.node}.`;
  return `${requirement} ${isPackage ? 'Install Node 24 or newer, and run the command again' : inProject}`;
}
