import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Stamps } from '../../descriptor/stamps.ts';
import { suggest } from '../../descriptor/suggest.ts';
import { reservedIds } from '../../api/http/reserved-ids.ts';
import { createRoutes } from '../../api/routes.ts';
import { importFiles, type ImportFile } from '../../files/import/import-files.ts';
import { importModes, warningsModes } from '../../files/import/import-parts.ts';
import type { ImportSummary } from '../../files/import/import-summary.ts';
import { newId } from '../../store/records/new-id.ts';
import { restoreStamps } from '../../store/records/restore-stamps.ts';
import { adminRoles } from '../../descriptor/permissions/admin-roles.ts';
import { extensionsOf } from '../extensions.ts';
import { Refusal, toLine } from '../refusal.ts';
import { detectLayout } from './detect-layout.ts';
import { MANIFEST, readManifest } from './manifest.ts';
import { noteImport } from './note-transfers.ts';
import {
  readDecimal,
  readKey,
  readMapping,
  saidLayout,
  saidOf,
  tableOptions,
} from './import-options.ts';
import { isUntouched } from './is-untouched.ts';
import { UsageError, type Call, type Verb } from './verb.ts';
import { withInstallation } from './with-installation.ts';

export const importVerb: Verb = {
  summary: 'Imports records from files, in the order of their references.',
  usage:
    'FOLDER|FILE… [--mode [FILE=]create|update|upsert] [--key [FILE=]FIELD[,FIELD…]] [--map COLUMN=FIELD] [--header-row N] [--decimal ,] [--warnings import|leaveOut] [--take-proposed] [--dry-run] [--atomic]',
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
    '  --key      the field that tells which record a row means, or several together: source,sampleCode',
    '             (default: the importKey; without one _id or what is unique, as far as the file has it)',
    '             Of several files lines=create and lines=order,product say mode and key of one; both can be repeated',
    '  --map      COLUMN=FIELD, as often as needed; COLUMN= leaves a column out',
    '  --header-row  the row of a table with the names of its columns (default: 1); 0: there is none, and',
    '             columns are called A, B …',
    '  --delimiter, --encoding, --sheet  how tables are written, where that is not as it looks',
    '  --decimal  the decimal sign of numbers in tables: . (default) or ,',
    '  --warnings import (default): rows that deserve a look go in and are told; leaveOut: they do not',
    '  --take-proposed  where another value was probably meant (80-05-7 for 80057), takes it',
    '  --dry-run  says what would be done and does nothing',
    '  --atomic   all rows of all files go in, or none (default: the good rows do)',
  ],
  options: {
    mode: { type: 'string', multiple: true },
    key: { type: 'string', multiple: true },
    map: { type: 'string', multiple: true },
    decimal: { type: 'string' },
    ...tableOptions,
    warnings: { type: 'string' },
    'take-proposed': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    atomic: { type: 'boolean' },
  },
  run: async (call) => {
    const warnings = readOne('warnings', warningsModes, call.options['warnings'] ?? 'import');
    const take = call.options['take-proposed'] === true ? ('all' as const) : undefined;
    for (const said of [call.options['mode'] ?? []].flat())
      readOne('mode', importModes, String(said).replace(/^[^=]*=/, ''));
    readDecimal(call.options['decimal']);
    const said = saidLayout(call);
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
        const mode = readOne(
          'mode',
          importModes,
          saidOf(call.options['mode'], resource) ?? 'upsert',
        );
        const { layout, columns } = await detectLayout(path, said);
        const key = restores ? ['_id'] : readKey(call, resource);
        const mapping = readMapping(call, resource, columns);
        // A backup is given back as it was.
        const options = restores
          ? { mode, key, mapping, layout }
          : { mode, key, mapping, layout, warnings, take };
        files.push({ path, resource, options, open: () => createReadStream(path) });
      }
      const late: { resource: Resource; stamps: readonly Stamps[] }[] = [];
      // What they need is not asked for by their paths.
      const routes = createRoutes(descriptor, { routes: extensionsOf(descriptor).routes } as never);
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
            { resource: file.resource.name, path: file.path, mode: file.options.mode },
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

function readOne<Value extends string>(
  name: string,
  values: readonly Value[],
  said: Call['options'][string],
): Value {
  const known = values.find((each) => each === said);
  if (!known) throw new UsageError(`--${name} is one of ${values.join(', ')}`);
  return known;
}

/** Of what is wrong with the rows of a file, and of what deserves a look. */
const SHOWN = 20;

function tell(
  { say, answer }: Call,
  files: readonly NamedFile[],
  summaries: ReadonlyMap<ImportFile, ImportSummary>,
): 0 | 1 {
  const told = files.map((file) => ({ file, summary: summaries.get(file)! }));
  for (const { file, summary } of told) {
    const { total, created, updated, unchanged, failed, duplicates, problems } = summary;
    const { leftOut, warnings, warned } = summary;
    say(
      `${file.path}: ${total} records, ${created} created, ${updated} updated, ` +
        `${unchanged} unchanged, ${failed} failed${duplicates ? ` (${duplicates} duplicates)` : ''}` +
        `${leftOut ? `, ${leftOut} left out` : ''}${warnings ? `, ${warnings} with warnings` : ''}`,
    );
    for (const { row, ...problem } of problems.slice(0, SHOWN))
      say(`  row ${row}: ${toLine(problem)}`);
    for (const { row, ...warning } of warned.slice(0, SHOWN))
      say(`  row ${row}: warning: ${toLine(warning)}`);
    if (problems.length > SHOWN || warned.length > SHOWN) say(`  … and more; --json lists them`);
  }
  answer(Object.fromEntries(told.map(({ file, summary }) => [file.path, summary])));
  return told.some(({ summary }) => summary.failed > 0) ? 1 : 0;
}
