import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { toDescriptorSchema } from '../../descriptor/descriptor-schema.ts';
import { readDescriptor } from '../read-descriptor.ts';
import { UsageError, type Call, type Verb } from './verb.ts';

export const schema: Verb = {
  summary: 'Writes resources.schema.json for editors, and types of the records for clients.',
  usage: '[--out FOLDER] [--json]',
  help: [
    '',
    'resources.schema.json, by which editors complete and check the descriptor, is written beside',
    'the file RESOURCES names; with --json it is printed instead.',
    '',
    '  --out FOLDER  writes records.ts there too: of each resource the record as it is read,',
    '                what creating one takes and what a patch may change, as TypeScript types.',
    '                The OpenAPI document is at /api/openapi.json of a running installation.',
  ],
  options: { out: { type: 'string' } },
  run: async (call) => {
    const { args, environment, json, say, answer } = call;
    if (args.length > 0) throw new UsageError('schema takes no arguments');
    const made = toDescriptorSchema();
    answer(made);
    if (!json) {
      const path = join(dirname(environment.resources), 'resources.schema.json');
      await writeFile(path, JSON.stringify(made, null, 2) + '\n');
      say(`Wrote ${relative('.', path)}`);
    }
    const folder = call.options['out'];
    if (typeof folder === 'string') await writeTypes(call, folder);
    return 0;
  },
};

async function writeTypes({ environment, say }: Call, folder: string): Promise<void> {
  const { toRecordTypes } = await import('../../api/openapi/record-types.ts');
  const descriptor = await readDescriptor(environment.resources);
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'records.ts');
  await writeFile(path, toRecordTypes(descriptor));
  say(`Wrote ${relative('.', path)}`);
}
