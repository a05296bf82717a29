import { readerOf, type Acting } from '../acting.ts';
import { getRecipe, markUsed, saveRecipe } from '../../store/system/jobs/recipes.ts';
import { isDeepStrictEqual } from 'node:util';
import type { ImportSettings } from '../../contract/import-settings.ts';
import type { Recipe } from '../../contract/jobs.ts';
import { type FileLayout, wideLayout } from '../../files/formats/file-layout.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { readJobFile } from '../../store/system/jobs/job-file.ts';
import type { FoundJob } from '../jobs/has-job.ts';
import { firstColumns, headerHash } from './first-columns.ts';
import { PROBLEMS_COLUMN } from '../../files/import/rows/row-columns.ts';
import { createFlattener } from '../../files/import/rows/flatten-row.ts';

/**
 * Stores the settings of an import for the next file with the same columns. If they are those of a named recipe, that
 * recipe was used, and nothing else is stored.
 */
export async function rememberSettings(
  call: Acting,
  { job, resource }: FoundJob,
  // The choice of rows and the mended cells apply to this file only.
  { dryRun: _, leaveOut: __, take: ___, cells: ____, recipe, ...given }: ImportSettings,
  layout: FileLayout,
): Promise<void> {
  const { database } = call.services;
  const columns = await firstColumns(
    () => readJobFile(call.services, job.id),
    wideLayout(layout),
    createFlattener({ ...call, resource }),
  );
  // A file of failed rows cannot say which records are missing, but the next whole file can.
  const keepsMissing =
    job.file.isRetry === true || columns.some(({ name }) => name === PROBLEMS_COLUMN);
  const used = recipe ? await findUsed(call, resource.name, recipe) : undefined;
  const missing = keepsMissing ? (used?.request.missing ?? given.missing) : given.missing;
  const request = { ...given, ...(missing && { missing }) };
  if (used && isUnchanged(used, request)) return await markUsed(database, used.id);
  await saveRecipe(database, {
    id: newId(),
    resource: resource.name,
    header: headerHash(columns),
    owner: call.user._id,
    name: job.file.name,
    request,
    keepsMissing,
  });
}

/** The recipe, if it is one of this collection. */
async function findUsed(call: Acting, resource: string, id: string): Promise<Recipe | undefined> {
  const used = await getRecipe(call.services.database, readerOf(call), id);
  return used?.resource === resource ? used : undefined;
}

/** Whether a file was imported as its recipe says, although it may lack some of its columns and has its own layout. */
function isUnchanged({ request: saved }: Recipe, asked: ImportSettings): boolean {
  const { mapping, layout: _, ...rest } = toPlain(saved);
  const { mapping: own, layout: __, ...others } = toPlain(asked);
  const isMapped = Object.entries(own).every(
    ([column, to]) => Object.hasOwn(mapping, column) && isDeepStrictEqual(mapping[column], to),
  );
  return isMapped && isDeepStrictEqual(rest, others);
}

/** Settings as JSON, where a part that is not given has its default. */
function toPlain(request: object) {
  const usual = {
    atomic: false,
    mapping: {},
    constants: {},
    steps: [],
    warnings: 'import',
    mode: 'create',
  };
  const plain = { ...usual, ...(JSON.parse(JSON.stringify(request)) as object) };
  return plain as typeof plain & { mapping: Record<string, unknown>; layout?: unknown };
}
