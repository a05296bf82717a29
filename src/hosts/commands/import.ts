import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Stamps } from '../../descriptor/stamps.ts';
import { suggest } from '../../descriptor/suggest.ts';
import { reservedIds } from '../../api/reserved-ids.ts';
import { createRoutes } from '../../api/routes.ts';
import { importFiles, type ImportFile } from '../../exchange/import-files.ts';
import { importKeys, parseKey } from '../../exchange/import-keys.ts';
import { importModes, type ImportMode } from '../../exchange/import-parts.ts';
import type { ImportSummary } from '../../exchange/import-summary.ts';
import { newId } from '../../store/records/new-id.ts';
import { restoreStamps } from '../../store/records/restore-stamps.ts';
import { adminRoles } from '../../descriptor/admin-roles.ts';
import { routeCodes } from '../extensions.ts';
import { Refusal, toLine } from '../refusal.ts';
import { detectLayout } from './detect-layout.ts';
import { MANIFEST, readManifest } from './manifest.ts';
import { noteImport } from './note-transfers.ts';
import { isUntouched } from './is-untouched.ts';
import { UsageError, type Call, type Verb } from './verb.ts';
import { withInstallation } from './with-installation.ts';

export const importVerb: Verb = {
  summary: 'Imports records from files, in the order of their references.',
  usage: 'FOLDER|FILE… [--mode create|update|upsert] [--key FIELD[,FIELD…]] [--dry-run] [--atomic]',
  help: [
    '',
    'A file is JSON, NDJSON, CSV, TSV or XLSX and named for its resource: chems.csv. Of a folder all',
    'such files are taken. References are written by the importKey of what they refer to.',
    'A folder written by `export` is a backup: an installation without a record gets it back as it was,',
    'with versions and stamps; before that its files are held against their checksums.',
    'Works on a running installation as well as on a stopped one.',
    '',
    '  --mode     create: only new records; update: only those that are there;',
    '             upsert (default): either, so that a second import changes nothing',
    '  --key      the field that tells which record a row means (default: the importKey),',
    '             or several that do so together: source,sampleCode',
    '  --dry-run  says what would be done and does nothing',
    '  --atomic   all rows of all files go in, or none (default: the good rows do)',
  ],
  options: {
    mode: { type: 'string' },
    key: { type: 'string' },
    'dry-run': { type: 'boolean' },
    atomic: { type: 'boolean' },
  },
  run: async (call) => {
    const mode = readMode(call.options['mode']);
    if (call.args.length === 0) throw new UsageError('import needs a folder or files');
    const paths = (await Promise.all(call.args.map(listFiles))).flat();
    const backup = call.args.length === 1 ? await readManifest(call.args[0]!) : undefined;
    return withInstallation(call.environment, async (installation) => {
      const { descriptor, store } = installation;
      const named = nameResources(paths, descriptor, call);
      const restores =
        backup !== undefined &&
        call.options['dry-run'] !== true &&
        (await isUntouched(installation, descriptor.resources.values()));
      const files: NamedFile[] = [];
      for (const { path, resource } of named) {
        const layout = await detectLayout(path);
        const key = restores ? ['_id'] : readKey(call, resource);
        const options = { mode, key, mapping: new Map<string, null>(), layout };
        files.push({ path, resource, options, open: () => createReadStream(path) });
      }
      const late: { resource: Resource; stamps: readonly Stamps[] }[] = [];
      // What they need is not asked for by their paths.
      const routes = createRoutes(descriptor, { routes: routeCodes } as never);
      const summaries = await importFiles(
        {
          target: store,
          descriptor,
          role: adminRoles(descriptor)[0],
          by: { userId: null },
          newId,
          ...(restores && { restore: (resource, stamps) => late.push({ resource, stamps }) }),
          reservedIds: (resource) => reservedIds(resource, routes),
        },
        files,
        { dryRun: call.options['dry-run'] === true, atomic: call.options['atomic'] === true },
      );
      if (call.options['dry-run'] !== true) {
        for (const file of files)
          await noteImport(
            installation,
            { resource: file.resource.name, path: file.path, mode },
            summaries.get(file)!,
          );
      }
      for (const { resource, stamps } of late)
        await restoreStamps(installation.database, resource, stamps);
      if (backup && !restores)
        call.say('There are records already, so versions and stamps are new.');
      return tell(call, files, summaries);
    });
  },
};

type NamedFile = ImportFile & { path: string };

/** What lies in the folder of a backup besides records. */
const ofBackups = new Set([MANIFEST, 'resources.json']);

const extensions = new Set(['.json', '.ndjson', '.jsonl', '.csv', '.tsv', '.xlsx']);

async function listFiles(path: string): Promise<{ path: string; found: boolean }[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [{ path, found: false }];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal([`${path} cannot be read (${code})`], { cause: error });
  }
  const names = (await readdir(path))
    .filter((name) => extensions.has(extname(name)) && !ofBackups.has(name))
    .sort();
  return names.map((name) => ({ path: join(path, name), found: true }));
}

/** A file that was named must be one; of what lies in a folder the rest is left out, and said. */
function nameResources(
  paths: readonly { path: string; found: boolean }[],
  { resources }: Descriptor,
  { say }: Call,
): { path: string; resource: Resource }[] {
  const named: { path: string; resource: Resource }[] = [];
  const lines: string[] = [];
  for (const { path, found } of paths) {
    const name = basename(path, extname(path));
    const resource = resources.get(name);
    if (resource) named.push({ path, resource });
    else if (found) say(`${path}: left out, ${name} is not a resource`);
    else lines.push(toUnnamed(path, name, resources));
  }
  if (named.length === 0 && lines.length === 0) lines.push('There is no file to import');
  if (lines.length > 0) throw new Refusal(lines);
  return named;
}

function toUnnamed(path: string, name: string, resources: Descriptor['resources']): string {
  const meant = suggest(name, resources.keys());
  const hint = meant ? `; did you mean ${meant}${extname(path)}?` : '';
  return `${path}: a file is named for its resource, and ${name} is none${hint}`;
}

function readMode(mode: Call['options'][string] = 'upsert'): ImportMode {
  const known = importModes.find((each) => each === mode);
  if (!known) throw new UsageError(`--mode is one of ${importModes.join(', ')}`);
  return known;
}

function readKey({ options }: Call, resource: Resource): string[] {
  const key = parseKey(resource, String(options['key'] ?? resource.importKey));
  if (key) return key;
  const keys = importKeys(resource).join(', ');
  throw new UsageError(`--key for ${resource.name} is one of ${keys}, or several fields: a,b`);
}

function tell(
  { say, answer }: Call,
  files: readonly NamedFile[],
  summaries: ReadonlyMap<ImportFile, ImportSummary>,
): 0 | 1 {
  const told = files.map((file) => ({ file, summary: summaries.get(file)! }));
  for (const { file, summary } of told) {
    const { total, created, updated, unchanged, failed, duplicates, problems } = summary;
    say(
      `${file.path}: ${total} records, ${created} created, ${updated} updated, ` +
        `${unchanged} unchanged, ${failed} failed${duplicates ? ` (${duplicates} duplicates)` : ''}`,
    );
    for (const { row, ...problem } of problems.slice(0, 20))
      say(`  row ${row}: ${toLine(problem)}`);
    if (problems.length > 20) say(`  … and more; --json lists them`);
  }
  answer(Object.fromEntries(told.map(({ file, summary }) => [file.path, summary])));
  return told.some(({ summary }) => summary.failed > 0) ? 1 : 0;
}
