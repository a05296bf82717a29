import type { Resource } from '../../descriptor/descriptor.ts';
import { type ImportSettings, layoutMembers } from '../../contract/import-settings.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import type { FilePaths } from '../../files/import/write/file-paths.ts';
import { importKeys, parseKey } from '../../files/import/import-keys.ts';
import { importModes, type ImportOptions, warningsModes } from '../../files/import/import-parts.ts';
import { checkCells, checkSteps } from './check-cells.ts';
import { checkLayout, oneOf } from './check-layout.ts';
import { checkConstants, checkMapping } from './check-mapping.ts';
import { checkMissing } from './check-missing.ts';

/** What an import does, from settings that hold for its collection and its file. */
export type ImportRequest = ImportOptions & {
  dryRun: boolean;
  atomic: boolean;
  layout: FileLayout;
};

/** What settings are checked against: the collection, what columns can be for, and the layout that was detected. */
export type ImportContext = { resource: Resource; paths: FilePaths; detected: FileLayout };

/** Checks the settings of an import, however they came. What is not said has its default. */
export function checkImport(
  { resource, paths, detected }: ImportContext,
  settings: ImportSettings,
): { request: ImportRequest } | { problems: Problem[] } {
  const { layout = {}, steps = [], dryRun = false, atomic = false, ...plain } = settings;
  const problems: Problem[] = Object.keys(layout)
    .filter((name) => !Object.hasOwn(layoutMembers, name))
    .map((name) => problem('Q001', name, {}));
  const request = {
    ...plain,
    mode: oneOf('mode', settings.mode, importModes, problems) ?? ('create' as const),
    key: checkKey(resource, settings.key, problems),
    dryRun,
    atomic,
    missing: checkMissing(paths, settings, problems),
    mapping: checkMapping(resource, paths, settings.mapping, problems),
    constants: checkConstants(paths, settings.constants, problems),
    steps,
    cells: checkCells(settings.cells, problems),
    warnings: oneOf('warnings', settings.warnings, warningsModes, problems) ?? ('import' as const),
    leaveOut: new Set(settings.leaveOut),
    take: settings.take === 'all' ? ('all' as const) : new Set(settings.take),
  };
  problems.push(...checkSteps(steps));
  const read = checkLayout(layout, detected);
  if ('problems' in read) return { problems: [...problems, ...read.problems] };
  return problems.length > 0 ? { problems } : { request: { ...request, layout: read.layout } };
}

function checkKey(resource: Resource, text: string | undefined, problems: Problem[]): string[] {
  if (!text && resource.importKey.includes('_id')) return [];
  const key = parseKey(resource, text || resource.importKey.join());
  const expected = importKeys(resource).join(', ');
  if (!key) problems.push(problem('I005', 'key', { expected }, 'or several fields: a,b'));
  return key ?? [...resource.importKey];
}
