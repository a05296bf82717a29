import { countNoun } from '../../fields/count-noun.ts';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Descriptor, Resource, Stamps } from '../../descriptor/descriptor.ts';
import { inlineLists } from '../../descriptor/inline-lists.ts';
import { suggest } from '../../descriptor/suggest.ts';
import { reservedIds } from '../../api/http/route.ts';
import { createRoutes } from '../../api/routes.ts';
import { type ImportFile, importFiles } from '../../files/import/import-files.ts';
import { importModes, warningsModes } from '../../files/import/import-parts.ts';
import type { ImportSummary } from '../../files/import/import-summary.ts';
import { newId } from '../../store/records/new-id.ts';
import { openChangeSet } from '../../store/system/change-sets.ts';
import { restoreStamps } from '../../store/records/write-many.ts';
import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import { codeFor } from '../installation-code.ts';
import { Refusal, refuseFile, toLine } from '../refusal.ts';
import { MANIFEST, readManifest, auditImport } from './backup.ts';
import {
  readDecimal,
  readKey,
  readMapping,
  readLayoutOptions,
  optionFor,
  tableOptions,
  detectLayout,
} from './import-options.ts';
import { type Call, UsageError, type Verb } from './verb.ts';
import { withInstallation } from './with-installation.ts';
import type { Installation } from '../installation.ts';

export const importVerb: Verb = {
  summary: 'Imports records from files, in the order that their references require.',
  usage:
    'FOLDER|FILE… [--mode [FILE=]create|update|upsert] [--key [FILE=]FIELD[,FIELD…]] [--map COLUMN=FIELD] [--header-row N] [--decimal ,] [--warnings import|leaveOut] [--take-proposed] [--dry-run] [--atomic]',
  help: [
    '',
    'Files are JSON, NDJSON, CSV, TSV or XLSX and are named after their resource: chems.csv. A folder',
    'imports all such files. References contain the importKey of the record they refer to.',
    'A folder written by `export` is a backup. It is restored unchanged into an installation without records,',
    'with versions and timestamps, after the files have been verified against their checksums.',
    'The installation can be running or stopped.',
    '',
    '  --mode     create: only new records; update: only existing records;',
    '             upsert (default): both, so that a repeated import changes nothing',
    '  --key      the field that identifies the record of a row, or several: source,sampleCode',
    '             (default: the importKey; without one, _id or a unique field that the file contains)',
    '             For several files, prefix mode or key with the file: lines=create, lines=order,product; repeatable',
    '  --map      COLUMN=FIELD, repeatable; COLUMN= leaves a column out. A column can also',
    '             have the label or an alias of its field',
    '  --header-row  the row that contains the column names (default: 1); 0: no such row, and the',
    '             columns are named A, B …',
    '  --delimiter, --encoding, --sheet  the layout of tables, if it is not detected correctly',
    '  --decimal  the decimal separator of numbers in tables: . (default) or ,',
    '  --warnings import (default): imports rows with warnings and reports them; leaveOut: skips them',
    '  --take-proposed  accepts proposed corrections (80-05-7 for 80057)',
    '  --dry-run  shows the result without changing anything',
    '  --atomic   imports all rows of all files or none (default: imports the valid rows)',
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
    const dryRun = call.options['dry-run'] === true;
    const take = call.options['take-proposed'] === true ? ('all' as const) : undefined;
    for (const said of [call.options['mode'] ?? []].flat())
      readOne('mode', importModes, String(said).replace(/^[^=]*=/, ''));
    readDecimal(call.options['decimal']);
    const said = readLayoutOptions(call);
    if (call.args.length === 0) throw new UsageError('import requires a folder or files');
    const paths = (await Promise.all(call.args.map(listFiles))).flat();
    const backup = call.args.length === 1 ? await readManifest(call.args[0]!) : undefined;
    return withInstallation(call.environment, async (installation) => {
      const { descriptor, store } = installation;
      const named = nameResources(paths, descriptor, call);
      const restores = backup !== undefined && !dryRun && (await isUntouched(installation));
      const files: NamedFile[] = [];
      for (const { path, resource } of named) {
        const asked = optionFor(call.options['mode'], resource) ?? 'upsert';
        const mode = readOne('mode', importModes, asked);
        const { layout, columns } = await detectLayout(path, said);
        const key = restores ? ['_id'] : readKey(call, resource);
        const lists = inlineLists(descriptor, adminRoles(descriptor)[0], resource);
        const mapping = readMapping(call, resource, lists, columns);
        // A backup is restored exactly as it was.
        const options = restores
          ? { mode, key, mapping, layout }
          : { mode, key, mapping, layout, warnings, take };
        files.push({ path, resource, options, open: () => createReadStream(path) });
      }
      const late: { resource: Resource; stamps: readonly Stamps[] }[] = [];
      // Only the paths of the routes matter here, so they get none of the parts they need to run.
      const routes = createRoutes(descriptor, { routes: codeFor(descriptor).routes } as never);
      // A backup in an empty installation is nothing that somebody would undo.
      const changeSet = restores ? undefined : newId();
      if (changeSet !== undefined && !dryRun)
        await openChangeSet(installation.database, {
          id: changeSet,
          by: null,
          way: 'command',
          resource: files.length === 1 ? files[0]!.resource.name : null,
          detail: { file: files.map(({ path }) => basename(path)).join(', ') },
        });
      const summaries = await importFiles(
        {
          target: store,
          descriptor,
          role: adminRoles(descriptor)[0],
          by: { userId: null, way: 'command', ...(changeSet !== undefined && { changeSet }) },
          newId,
          ...(restores && { restore: (resource, stamps) => late.push({ resource, stamps }) }),
          reservedIds: (resource) => reservedIds(resource, routes),
        },
        files,
        { dryRun, atomic: call.options['atomic'] === true },
      );
      for (const file of dryRun ? [] : files) {
        const imported = { resource: file.resource.name, path: file.path, mode: file.options.mode };
        await auditImport(installation, imported, summaries.get(file)!);
      }
      for (const { resource, stamps } of late)
        await restoreStamps(installation.database, resource, stamps);
      if (backup && !restores)
        call.print(
          'The installation already has records, so the imported records get new versions and timestamps.',
        );
      return printSummaries(call, files, summaries);
    });
  },
};

type NamedFile = ImportFile & { path: string };

/** The files of a backup folder that are not records. */
const ofBackups = new Set([MANIFEST, 'resources.json']);

const extensions = new Set(['.json', '.ndjson', '.jsonl', '.csv', '.tsv', '.xlsx']);

async function listFiles(path: string): Promise<{ path: string; found: boolean }[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [{ path, found: false }];
  } catch (error) {
    throw refuseFile(error, (code) => `${path} cannot be read (${code})`);
  }
  const names = (await readdir(path))
    .filter((name) => extensions.has(extname(name)) && !ofBackups.has(name))
    .sort();
  return names.map((name) => ({ path: join(path, name), found: true }));
}

/** Requires named files to be importable; skips and reports other files of a folder. */
function nameResources(
  paths: readonly { path: string; found: boolean }[],
  { resources }: Descriptor,
  { print }: Call,
): { path: string; resource: Resource }[] {
  const named: { path: string; resource: Resource }[] = [];
  const lines: string[] = [];
  for (const { path, found } of paths) {
    const name = basename(path, extname(path));
    const resource = resources.get(name);
    if (resource) named.push({ path, resource });
    else if (found) print(`${path}: skipped, ${name} is not a resource`);
    else lines.push(toUnnamed(path, name, resources));
  }
  if (named.length === 0 && lines.length === 0) lines.push('No files to import');
  if (lines.length > 0) throw new Refusal(lines);
  return named;
}

function toUnnamed(path: string, name: string, resources: Descriptor['resources']): string {
  const meant = suggest(name, resources.keys());
  const hint = meant ? `; did you mean ${meant}${extname(path)}?` : '';
  return `${path}: name the file after its resource; ${name} is not a resource${hint}`;
}

function readOne<Value extends string>(
  name: string,
  values: readonly Value[],
  said: Call['options'][string],
): Value {
  const known = values.find((each) => each === said);
  if (!known) throw new UsageError(`--${name} must be one of ${values.join(', ')}`);
  return known;
}

/** The most problems that are printed per file, and the most warnings. */
const SHOWN = 20;

function printSummaries(
  { print, answer }: Call,
  files: readonly NamedFile[],
  summaries: ReadonlyMap<ImportFile, ImportSummary>,
): 0 | 1 {
  const told = files.map((file) => ({ file, summary: summaries.get(file)! }));
  for (const { file, summary } of told) {
    const { total, created, updated, unchanged, failed, duplicates, problems } = summary;
    const { leftOut, warnings, warned } = summary;
    print(
      `${file.path}: ${countNoun(total, 'record')}, ${created} created, ${updated} updated, ` +
        `${unchanged} unchanged, ${failed} failed${duplicates ? ` (${countNoun(duplicates, 'duplicate')})` : ''}` +
        `${leftOut ? `, ${leftOut} skipped` : ''}${warnings ? `, ${warnings} with warnings` : ''}`,
    );
    for (const { row, ...problem } of problems.slice(0, SHOWN))
      print(`  row ${row}: ${toLine(problem)}`);
    for (const { row, ...warning } of warned.slice(0, SHOWN))
      print(`  row ${row}: warning: ${toLine(warning)}`);
    if (problems.length > SHOWN || warned.length > SHOWN) print(`  … and more; --json lists them`);
  }
  answer(Object.fromEntries(told.map(({ file, summary }) => [file.path, summary])));
  return told.some(({ summary }) => summary.failed > 0) ? 1 : 0;
}

/** Whether the installation is unused, so that records can keep their versions and timestamps. */
async function isUntouched({ store, descriptor }: Installation): Promise<boolean> {
  for (const resource of descriptor.resources.values())
    if ((await store.count(resource)) > 0) return false;
  return true;
}
