import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { toDescriptorSchema } from '../../descriptor/descriptor-schema.ts';
import { UsageError, type Verb } from './verb.ts';

export const schema: Verb = {
  summary: 'Writes resources.schema.json, by which editors complete and check the descriptor.',
  usage: '[--json]',
  help: ['', 'It is written beside the file RESOURCES names; with --json it is printed instead.'],
  options: {},
  run: async ({ args, environment, json, say, answer }) => {
    if (args.length > 0) throw new UsageError('schema takes no arguments');
    const made = toDescriptorSchema();
    answer(made);
    if (json) return 0;
    const path = join(dirname(environment.resources), 'resources.schema.json');
    await writeFile(path, JSON.stringify(made, null, 2) + '\n');
    say(`Wrote ${relative('.', path)}`);
    return 0;
  },
};
