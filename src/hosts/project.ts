import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, independent of the working directory. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** A package has a build and no sources (`package-files.ts`). */
export const isPackage = !existsSync(join(projectFolder, 'src/hosts/start.ts'));

/** The version in `package.json`. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;
