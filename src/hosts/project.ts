import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the project, independent of the working directory. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** The version in `package.json`. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;
