import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { readAppliedFiles } from '../../store/schema/plan/browser-changes.ts';
import { withDatabase } from './with-installation.ts';
import { toDescriptorSchema } from '../../descriptor/read/descriptor-schema.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { codeFor } from '../read/installation-code.ts';
import { applicationVersion } from '../../store/application-version.ts';
import { readDescriptor } from '../read/read-descriptor.ts';
import { Refusal } from '../refusal.ts';
import { makeFolder, writeSchema } from './write-files.ts';
import { UsageError, type Call, type Verb } from './verb.ts';

export const schema: Verb = {
  summary:
    'Writes resources.schema.json for editors, and OpenAPI and a typed TypeScript client for programs.',
  usage: '[--out FOLDER [--role ROLE]] [--descriptor] [--json]',
  help: [
    '',
    'Editors use resources.schema.json to complete and check the descriptor. It is written next to',
    'the file in RESOURCES; with --json it is printed instead.',
    '',
    '  --out FOLDER  also writes to this folder:',
    '                openapi.json  the OpenAPI 3.1 document, as served at /api/openapi.json',
    '                records.ts    TypeScript types for each resource: the record as returned,',
    '                              the body to create one and the body of a patch',
    '                client.ts     a client for the API with these types, and the files it needs;',
    '                              no package is required (see docs/scripting.md)',
    '  --descriptor  prints the descriptor that the database has, with what was changed in the browser;',
    '                with --out it writes the descriptor and the files it includes to the folder',
    '  --role ROLE   openapi.json as this role sees it (default: a role that may do everything)',
  ],
  options: {
    out: { type: 'string' },
    role: { type: 'string' },
    descriptor: { type: 'boolean' },
  },
  run: async (call) => {
    const { args, environment, json, print, answer } = call;
    if (args.length > 0) throw new UsageError('schema takes no arguments');
    const { out: folder, role, descriptor } = call.options;
    if (descriptor === true) return printDescriptor(call);
    if (role !== undefined && folder === undefined) throw new UsageError('--role requires --out');
    const clients = typeof folder === 'string' ? await describeForClients(call, role) : undefined;
    answer(toDescriptorSchema());
    if (!json) print(`Wrote ${await writeSchema(environment.resources)}`);
    if (typeof folder === 'string' && clients) await writeForClients(call, folder, clients);
    return 0;
  },
};

/** Prints or writes the texts of the descriptor that is applied, which the file of a server may lack. */
async function printDescriptor({ environment, options, print, answer }: Call): Promise<0> {
  const { out } = options;
  const name = basename(environment.resources);
  const files = await withDatabase(environment, (database) => readAppliedFiles(database, name));
  const [main] = files;
  if (!main) throw new Refusal(['Nothing is applied to this database yet']);
  if (typeof out === 'string') {
    for (const { path, text } of files) {
      await makeFolder(dirname(join(out, path)));
      await writeFile(join(out, path), text);
      print(`Wrote ${relative('.', join(out, path))}`);
    }
  } else if (files.length > 1)
    throw new Refusal([`The descriptor includes ${files.length - 1} files; add --out FOLDER`]);
  else print(main.text.trimEnd());
  answer({ files });
  return 0;
}

/** Finds every problem of the command line before anything is written. */
async function describeForClients({ environment }: Call, requestedRole: unknown) {
  const { describeApi } = await import('../../api/describe-api.ts');
  const { toClient, toOperatorType, toRecordTypes } =
    await import('../../api/openapi/record-types.ts');
  const descriptor = await readDescriptor(environment.resources);
  const role = toRole(descriptor, requestedRole);
  const { publicUrl } = environment;
  const { actions, routes } = codeFor(descriptor);
  const document = describeApi({
    descriptor,
    role,
    actions,
    routes,
    version: applicationVersion,
    publicUrl,
  });
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'records.ts': toRecordTypes(descriptor),
    'client.ts': toClient(descriptor),
    ...(await readClientFiles()),
    'operators.ts': toOperatorType(),
  };
}

/** The part of the client that is the same for every descriptor. */
async function readClientFiles(): Promise<Record<string, string>> {
  const folder = join(import.meta.dirname, '../client');
  const names = await readdir(folder);
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}

async function writeForClients(
  { print }: Call,
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  await makeFolder(folder);
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await writeFile(path, text);
    print(`Wrote ${relative('.', path)}`);
  }
}

function toRole({ roles }: Descriptor, requestedRole: unknown): string {
  const names = [...roles.keys()];
  if (typeof requestedRole !== 'string') return names.find((name) => roles.get(name)?.all) ?? '';
  if (roles.has(requestedRole)) return requestedRole;
  throw new Refusal([`${requestedRole} is not a role; the roles are ${names.join(', ')}`]);
}
