import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the project, wherever it was started from. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** As `package.json` says it. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;
