import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../project.ts';
import { UsageError, type Verb } from './verb.ts';

export const start: Verb = {
  summary: 'Starts the server, as `npm start` does.',
  usage: '',
  help: [
    '',
    'Reads resources.json in this folder, or the file in RESOURCES. Without both, and without',
    'DATABASE_URL and DATA_DIR, it starts the sample: data goes into the folder ./data.',
  ],
  options: { 'without-screens': { type: 'boolean' } },
  run: async ({ args, environment, print }) => {
    if (args.length > 0) throw new UsageError('start takes no arguments');
    const isUnset = ['RESOURCES', 'DATABASE_URL', 'DATA_DIR'].every((name) => !process.env[name]);
    const sample = join(projectFolder, 'resources.json');
    if (isUnset && !existsSync(environment.resources)) {
      print(`There is no resources.json in this folder. Backoffice starts its sample, ${sample}`);
      process.env['RESOURCES'] = sample;
    }
    // By its address, because it is no part of the bundle, which it finds.
    await import(new URL('../start.mjs', import.meta.url).href);
    return 0;
  },
};
