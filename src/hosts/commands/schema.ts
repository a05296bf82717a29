import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { toDescriptorSchema } from '../../descriptor/descriptor-schema.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { actionCodes, routeCodes } from '../extensions.ts';
import { version } from '../project.ts';
import { readDescriptor } from '../read-descriptor.ts';
import { UsageError, type Call, type Verb } from './verb.ts';

export const schema: Verb = {
  summary: 'Writes resources.schema.json for editors; OpenAPI and TypeScript types for clients.',
  usage: '[--out FOLDER [--role ROLE]] [--json]',
  help: [
    '',
    'resources.schema.json, by which editors complete and check the descriptor, is written beside',
    'the file RESOURCES names; with --json it is printed instead.',
    '',
    '  --out FOLDER  writes there too:',
    '                openapi.json  the OpenAPI 3.1 document, as /api/openapi.json answers it',
    '                records.ts    of each resource the record as it is read, what creating one',
    '                              takes and what a patch may change, as TypeScript types',
    '  --role ROLE   openapi.json as this role gets it (default: a role that may everything)',
  ],
  options: { out: { type: 'string' }, role: { type: 'string' } },
  run: async (call) => {
    const { args, environment, json, say, answer } = call;
    if (args.length > 0) throw new UsageError('schema takes no arguments');
    const { out: folder, role } = call.options;
    if (role !== undefined && folder === undefined) throw new UsageError('--role needs --out');
    const made = toDescriptorSchema();
    answer(made);
    if (!json) {
      const path = join(dirname(environment.resources), 'resources.schema.json');
      await writeFile(path, JSON.stringify(made, null, 2) + '\n');
      say(`Wrote ${relative('.', path)}`);
    }
    if (typeof folder === 'string') await writeForClients(call, folder, role);
    return 0;
  },
};

async function writeForClients(
  { environment, say }: Call,
  folder: string,
  asked: unknown,
): Promise<void> {
  const { describeApi } = await import('../../api/openapi/describe-api.ts');
  const { toRecordTypes } = await import('../../api/openapi/record-types.ts');
  const descriptor = await readDescriptor(environment.resources);
  const role = toRole(descriptor, asked);
  const { publicUrl } = environment;
  const codes = { actions: actionCodes, routes: routeCodes };
  const document = describeApi({ descriptor, role, ...codes, version, publicUrl });
  await mkdir(folder, { recursive: true });
  const write = async (name: string, text: string): Promise<void> => {
    const path = join(folder, name);
    await writeFile(path, text);
    say(`Wrote ${relative('.', path)}`);
  };
  await write('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
  await write('records.ts', toRecordTypes(descriptor));
}

function toRole({ roles }: Descriptor, asked: unknown): string {
  const names = [...roles.keys()];
  if (typeof asked !== 'string') return names.find((name) => roles.get(name)?.all) ?? '';
  if (roles.has(asked)) return asked;
  throw new UsageError(`${asked} is not a role; there are ${names.join(', ')}`);
}
