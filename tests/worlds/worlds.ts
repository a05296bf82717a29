import { join } from 'node:path';
import { top } from '../support/source-files.ts';

/** An installation of other people: its descriptor, and the records it begins with. */
export type WorldFiles = {
  name: string;
  descriptor: string;
  /** NDJSON, one file per resource; references by import key. */
  recordFolder: string;
};

export const seedBank = toWorld('seed-bank');
export const museum = toWorld('museum');
export const association = toWorld('association');
export const school = toWorld('school');
export const toolLibrary = toWorld('tool-library');
export const bakery = toWorld('bakery');

/** The one this checkout declares itself, which the same tests hold to what they hold others to. */
export const firstInstallation: WorldFiles = {
  name: 'resources.json',
  descriptor: join(top, 'resources.json'),
  recordFolder: join(top, 'src/installation/sample'),
};

/** What others might declare; between them they use every setting there is. */
export const otherWorlds: readonly WorldFiles[] = [
  seedBank,
  museum,
  association,
  school,
  toolLibrary,
  bakery,
];

function toWorld(name: string): WorldFiles {
  const folder = join(import.meta.dirname, name);
  return {
    name,
    descriptor: join(folder, 'resources.json'),
    recordFolder: join(folder, 'records'),
  };
}
