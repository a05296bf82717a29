import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, independent of the working directory. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** A package has a build and no sources (`package-files.ts`). */
export const isPackage = !existsSync(join(projectFolder, 'src/hosts/start.ts'));
