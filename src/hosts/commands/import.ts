import { requireEntry, requireItem } from '../../fields/require-entry.ts';
import { countNoun } from '../../fields/problems/count-noun.ts';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Resource, Stamps } from '../../descriptor/descriptor.ts';
import { importAs } from '../../services/import/import-as.ts';
import { type ImportFile, importFiles } from '../../files/import/import-files.ts';
import { importModes, warningsModes } from '../../files/import/import-parts.ts';
import type { ImportSummary } from '../../files/import/import-summary.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { markUsed } from '../../store/system/jobs/recipes.ts';
import { openChangeSet } from '../../store/system/change-sets.ts';
import { restoreStamps } from '../../store/records/write/write-many.ts';
import { codeFor } from '../read/installation-code.ts';
import { toLine } from '../refusal.ts';
import { openFiles } from '../open-files.ts';
import { readFileIds, restoreFiles, type FileManifest } from './backup-files.ts';
import { readThreads } from './backup-threads.ts';
import { readManifest, auditImport } from './backup.ts';
import { listFiles, nameResources, withTables, type Table, type Zips } from './listed-files.ts';
import type { ZipFiles } from '../../services/files/zip-files.ts';
import {
  type LayoutOptions,
  optionHelp,
  readDecimal,
  readLayoutOptions,
  settingOptions,
  tableOptions,
} from './import-options.ts';
import { adminOf, readFileSettings } from './import-settings.ts';
import { findRecipes, nameRecipes, type NamedTable } from './import-recipe.ts';
import { type Call, UsageError, type Verb } from './verb.ts';
import { withInstallation } from './with-installation.ts';
import type { Installation } from '../installation.ts';

export const importVerb: Verb = {
  summary: 'Imports records from files, in the order that their references require.',
  usage:
    'FOLDER|FILE… [--recipe NAME… [--resource NAME]] [--mode [FILE=]create|update|upsert] [--key [FILE=]FIELD[,FIELD…]] [--map COLUMN=FIELD] [--header-row N] [--decimal ,] [--warnings import|leaveOut] [--take-proposed] [--missing JSON] [--dry-run] [--atomic] [--without-files]',
  help: [
    '',
    'Files are JSON, NDJSON, CSV, TSV or XLSX and are named after their resource: chems.csv. A ZIP has',
    'such a file, and files that its cells name by their paths. A folder',
    'imports all such files. References contain the importKey of the record they refer to.',
    'A folder written by `export` is a backup. It is restored unchanged into an installation without records,',
    'with versions and timestamps, after the files have been verified against their checksums.',
    'The files of its records are restored first. If that is interrupted, run it again: it goes on.',
    'The installation can be running or stopped.',
    '',
    ...optionHelp,
  ],
  options: {
    recipe: { type: 'string', multiple: true },
    resource: { type: 'string' },
    map: { type: 'string', multiple: true },
    decimal: { type: 'string' },
    ...tableOptions,
    ...settingOptions,
    'dry-run': { type: 'boolean' },
    'without-files': { type: 'boolean' },
  },
  run: async (call) => {
    const layout = readImportOptions(call);
    const listed = (await Promise.all(call.args.map(listFiles))).flat();
    const backup =
      call.args.length === 1 ? await readManifest(requireItem(call.args, 0)) : undefined;
    if (backup && call.options['recipe'] !== undefined)
      throw new UsageError('--recipe is for files, not for a backup');
    return withTables(listed, call, (tables, zips) =>
      withInstallation(call.environment, (installation) =>
        importTables(call, installation, { tables, zips, layout, backup }),
      ),
    );
  },
};

/** Refuses options that no import could have, before anything is opened. */
function readImportOptions(call: Call): LayoutOptions {
  const { options, args } = call;
  readOne('warnings', warningsModes, options['warnings'] ?? 'import');
  for (const option of [options['mode'] ?? []].flat())
    readOne('mode', importModes, String(option).replace(/^[^=]*=/, ''));
  readDecimal(options['decimal']);
  const layout = readLayoutOptions(call);
  if (args.length === 0) throw new UsageError('import requires a folder or files');
  return layout;
}

type Sources = {
  tables: readonly Table[];
  zips: Zips;
  layout: LayoutOptions;
  backup: Awaited<ReturnType<typeof readManifest>>;
};

async function importTables(
  call: Call,
  installation: Installation,
  sources: Sources,
): Promise<0 | 1> {
  const { descriptor, database, store } = installation;
  const plan = await planImport(call, installation, sources);
  const { files, zips, dryRun, atomic, restores, contents } = plan;
  const restored = contents && !dryRun && (await restoreFolder(call, installation, contents));
  const delayedStamps: { resource: Resource; stamps: readonly Stamps[] }[] = [];
  // A backup in an empty installation is nothing that somebody would undo.
  const changeSet = restores || dryRun ? undefined : await openSetOf(files, installation);
  const summaries = await importFiles(
    {
      ...importAs({
        ...adminOf(descriptor),
        by: { userId: null, way: 'command', ...(changeSet && { changeSet }) },
        store,
        database,
        paths: { descriptor: () => descriptor, routes: codeFor(descriptor).routes },
      }),
      ...(dryRun && { isComing: await findComing(call, contents, [...zips.values()]) }),
      ...(restores && { restore: (resource, stamps) => delayedStamps.push({ resource, stamps }) }),
    },
    files,
    { dryRun, atomic },
  );
  await finishFiles(installation, plan, summaries);
  for (const { resource, stamps } of delayedStamps) await restoreStamps(database, resource, stamps);
  if (restored) await restored.end();
  await readThreads(call, installation, plan.threads);
  if (sources.backup && !restores)
    call.print(
      'The installation already has records, so the imported records get new versions and timestamps, and no comments.',
    );
  return printSummaries(call, files, summaries);
}

/** What an import is going to do, with all that could be refused before its first row. */
async function planImport(
  call: Call,
  installation: Installation,
  { tables, zips: listedZips, layout, backup }: Sources,
) {
  const { descriptor } = installation;
  const dryRun = call.options['dry-run'] === true;
  const recipes = await findRecipes(call, installation);
  const named: readonly NamedTable[] =
    recipes.length > 0
      ? await nameRecipes(call, tables, recipes)
      : nameResources(tables, descriptor, call);
  if (call.options['missing'] !== undefined) refuseSeveral(named);
  const zips = await listedZips.open(installation, dryRun);
  const restores = backup !== undefined && !dryRun && (await isUntouched(installation));
  const files: NamedFile[] = [];
  let atomic = false;
  for (const one of named) {
    const { path, table, resource, sheet } = one;
    const settings = await readFileSettings(call, one, { descriptor, layout, restores });
    const { dryRun: _, atomic: isAtomic, ...options } = settings;
    atomic ||= isAtomic;
    const open = () => createReadStream(table);
    files.push({ path, sheet, resource, options, open, files: zips.get(path) });
  }
  if (files.some(({ options }) => options.missing)) refuseSeveral(files);
  const contents = call.options['without-files'] === true ? undefined : backup?.contents;
  const threads = restores ? backup.threads : undefined;
  return { files, recipes, zips, dryRun, atomic, restores, contents, threads };
}

async function finishFiles(
  installation: Installation,
  { files, recipes, zips, dryRun }: Awaited<ReturnType<typeof planImport>>,
  summaries: ReadonlyMap<ImportFile, ImportSummary>,
): Promise<void> {
  for (const file of files) {
    const { path, resource, options } = file;
    const summary = requireEntry(summaries, file);
    const unused = zips.get(path)?.unused();
    if (unused) summary.unusedFiles = unused;
    const imported = { resource: resource.name, path, mode: options.mode };
    if (!dryRun) await auditImport(installation, imported, summary);
  }
  for (const { id } of dryRun ? [] : recipes) await markUsed(installation.database, id);
}

async function openSetOf(files: readonly NamedFile[], { database }: Installation): Promise<string> {
  const id = newId();
  const names = new Set(files.map(({ path }) => basename(path)));
  await openChangeSet(database, {
    id,
    by: null,
    way: 'command',
    resource: files.length === 1 ? requireItem(files, 0).resource.name : null,
    detail: { file: [...names].join(', ') },
  });
  return id;
}

/** Whether a dry run of a backup or of ZIPs would bring a file. */
async function findComing(
  call: Call,
  contents: FileManifest | undefined,
  zips: readonly ZipFiles[],
): Promise<(id: string) => boolean> {
  const ids = contents && (await readFileIds(requireItem(call.args, 0)));
  return (id) => ids?.has(id) === true || zips.some((zip) => zip.isComing(id));
}

async function restoreFolder(call: Call, installation: Installation, contents: FileManifest) {
  const blobs = await openFiles(call.environment);
  const into = { database: installation.database, blobs, print: call.print };
  return await restoreFiles(into, requireItem(call.args, 0), contents);
}

/** Only one file can lack records. */
function refuseSeveral({ length }: readonly unknown[]): void {
  if (length > 1) throw new UsageError('--missing is for one file');
}

/** With a `sheet`, one of several of a workbook. */
type NamedFile = ImportFile & { path: string; sheet?: string | undefined };

const labelOf = ({ path, sheet }: NamedFile): string => (sheet ? `${path} (${sheet})` : path);

function readOne<Value extends string>(
  name: string,
  values: readonly Value[],
  option: Call['options'][string],
): Value {
  const choice = values.find((each) => each === option);
  if (!choice) throw new UsageError(`--${name} must be one of ${values.join(', ')}`);
  return choice;
}

/** The most problems that are printed per file, and the most warnings. */
const MAX_PRINTED_LINES = 20;

function printSummaries(
  { print, answer }: Call,
  files: readonly NamedFile[],
  summaries: ReadonlyMap<ImportFile, ImportSummary>,
): 0 | 1 {
  const labelled = files.map((file) => [labelOf(file), requireEntry(summaries, file)] as const);
  for (const [label, summary] of labelled)
    for (const line of summaryLines(label, summary)) print(line);
  answer(Object.fromEntries(labelled));
  return labelled.some(([, { failed }]) => failed > 0) ? 1 : 0;
}

function* summaryLines(label: string, summary: ImportSummary): Generator<string> {
  const { total, created, updated, unchanged, failed, duplicates, problems } = summary;
  const { leftOut, warnings, warned, unusedFiles, missing } = summary;
  yield (
    `${label}: ${countNoun(total, 'record')}, ${created} created, ${updated} updated, ` +
    `${unchanged} unchanged, ${failed} failed${duplicates ? ` (${countNoun(duplicates, 'duplicate')})` : ''}` +
    `${leftOut ? `, ${leftOut} skipped` : ''}${warnings ? `, ${warnings} with warnings` : ''}`
  );
  for (const { row, ...problem } of problems.slice(0, MAX_PRINTED_LINES))
    yield `  row ${row}: ${toLine(problem)}`;
  for (const { row, ...warning } of warned.slice(0, MAX_PRINTED_LINES))
    yield `  row ${row}: warning: ${toLine(warning)}`;
  if (missing) yield missingLine(missing);
  if (unusedFiles && unusedFiles.count > 0)
    yield `  ${countNoun(unusedFiles.count, 'file')} of the ZIP not named by any row: ${unusedFiles.paths.slice(0, MAX_PRINTED_LINES).join(', ')}`;
  if (Math.max(problems.length, warned.length) > MAX_PRINTED_LINES)
    yield '  … and more; --json lists them';
}

function missingLine({ total, changed, isWithheld, ids }: NonNullable<ImportSummary['missing']>) {
  const withheld = isWithheld ? ' (none, because rows failed or were skipped)' : '';
  const listed = total > 0 ? `: ${ids.slice(0, MAX_PRINTED_LINES).join(', ')}` : '';
  return `  ${countNoun(total, 'record')} missing from the file, ${changed} changed${withheld}${listed}`;
}

/** Whether the installation is unused, so that records can keep their versions and timestamps. */
async function isUntouched({ store, descriptor }: Installation): Promise<boolean> {
  for (const resource of descriptor.resources.values())
    if ((await store.count(resource)) > 0) return false;
  return true;
}
