import { requireEntry, requireItem, requireValue } from '../../fields/require-entry.ts';
import { strayColumns } from '../../services/import/refuse-import.ts';
import { createReadStream } from 'node:fs';
import { checkLayout } from '../../services/import/check-layout.ts';
import { isZip } from '../../services/files/open-zipped.ts';
import type { JobRequest } from '../../contract/jobs.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { problem } from '../../fields/problems/problem.ts';
import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import { createFlattener } from '../../files/import/rows/flatten-row.ts';
import { formats } from '../../files/formats/formats.ts';
import { firstColumns } from '../../services/import/first-columns.ts';
import { layoutFor, missingColumns, toColumnMapping } from '../../files/import/recipe-settings.ts';
import { columnsAfter } from '../../files/steps/step.ts';
import { findNamedRecipes, type NamedRecipe } from '../../store/system/jobs/recipes.ts';
import type { Installation } from '../installation.ts';
import { Refusal, toLine } from '../refusal.ts';
import { checkColumns, type LayoutOptions, scanTable } from './import-options.ts';
import { UsageError, type Call } from './verb.ts';

/** A recipe that is applied to all files of the command, or to a sheet of its only one. */
export type UsedRecipe = { id: string; name: string; resource: Resource; request: JobRequest };

/** The recipe of each `--recipe`, by its name or ID; `--resource` narrows the search. */
export async function findRecipes(
  { options }: Call,
  { database, descriptor }: Pick<Installation, 'database' | 'descriptor'>,
): Promise<UsedRecipe[]> {
  const { recipe: recipeNames, resource: of } = options;
  if (!Array.isArray(recipeNames)) {
    if (of !== undefined) throw new UsageError('--resource names the collection of a --recipe');
    return [];
  }
  if (of !== undefined && !descriptor.resources.has(String(of)))
    throw new UsageError(
      `--resource must be one of ${[...descriptor.resources.keys()].join(', ')}`,
    );
  const recipes = (await findNamedRecipes(database)).filter(
    ({ resource }) => descriptor.resources.has(resource) && (of === undefined || resource === of),
  );
  return recipeNames.map((name) => {
    const { id, name: own, resource, request } = findNamed(name.trim(), recipes, of?.toString());
    return { id, name: own, request, resource: requireEntry(descriptor.resources, resource) };
  });
}

function findNamed(name: string, recipes: readonly NamedRecipe[], of?: string): NamedRecipe {
  const matches = recipes.filter((one) => one.id === name || isSame(one.name, name));
  if (matches.length === 0) throw new Refusal(toUnknown(name, of, recipes));
  if (matches.length > 1)
    throw new Refusal([
      `Several recipes are called ${name}. Add --resource, or give the ID of one instead of the name:`,
      ...matches.map((one) => `  ${one.id}: ${describe(one)}`),
    ]);
  return requireItem(matches, 0);
}

/** Names are unique for each owner in any case. */
function isSame(one: string, other: string): boolean {
  return one.normalize().toLowerCase() === other.normalize().toLowerCase();
}

function toUnknown(
  name: string,
  of: string | undefined,
  recipes: readonly NamedRecipe[],
): string[] {
  const where = of === undefined ? '' : ` for ${of}`;
  const first = `There is no recipe called ${name}${where}.`;
  if (recipes.length === 0) return [`${first} Save one on the page of an import.`];
  return [`${first} There are:`, ...recipes.map((one) => `  ${one.name} (${describe(one)})`)];
}

const describe = ({ resource, ownerName }: NamedRecipe): string =>
  ownerName === null ? resource : `${resource}, of ${ownerName}`;

type Table = { path: string; table: string };

/** A file with the collection of its records; with a `sheet`, it is one of several of a workbook. */
export type NamedTable = Table & { resource: Resource; recipe?: UsedRecipe; sheet?: string };

/** Each file with the recipe; a single workbook once with each of several recipes, for their sheets. */
export async function nameRecipes(
  { options }: Call,
  tables: readonly Table[],
  recipes: readonly UsedRecipe[],
): Promise<NamedTable[]> {
  const [only, ...others] = recipes as [UsedRecipe, ...UsedRecipe[]];
  if (others.length === 0)
    return tables.map((one) => ({ ...one, recipe: only, resource: only.resource }));
  for (const name of ['sheet', 'map'])
    if (options[name] !== undefined) throw new UsageError(`--${name} is for a single --recipe`);
  const [book, ...more] = tables;
  if (!book || more.length > 0) throw new UsageError('several --recipe are for one workbook');
  const { path, table } = book;
  if (isZip(path)) throw new Refusal([`${path}: ${toLine(problem('I095', ''))}`]);
  const { sheets = [] } = await scanTable(path, table);
  const lines = recipes.flatMap((recipe, at) => toWrongSheet(recipe, sheets, recipes.slice(0, at)));
  if (lines.length > 0) throw new Refusal(lines.map((line) => `${path}: ${line}`));
  return recipes.map((recipe) => {
    const { resource, request } = recipe;
    return { path, table, recipe, resource, sheet: requireValue(request.layout?.sheet, 'sheet') };
  });
}

/** Why a recipe cannot import its sheet beside those before it. */
function toWrongSheet(
  { name, resource, request }: UsedRecipe,
  sheets: readonly string[],
  before: readonly UsedRecipe[],
): string[] {
  const sheet = request.layout?.sheet;
  if (sheet === undefined)
    return [`the recipe ${name} names no sheet; save it again from an import of a workbook`];
  if (!sheets.includes(sheet)) {
    const reason = problem('I028', '', { sheet, sheets: sheets.join(', ') || 'none' });
    return [`${toLine(reason)} (recipe ${name})`];
  }
  const same = before.find(
    (one) => one.resource === resource && one.request.layout?.sheet === sheet,
  );
  return same
    ? [`the recipes ${same.name} and ${name} both import the sheet ${sheet} into ${resource.name}`]
    : [];
}

/** How the recipe reads a file, and the columns after its steps. The layout options of the command override it. */
export async function readByRecipe(
  call: Call,
  { resource, request }: UsedRecipe,
  { path, table, layoutOptions }: Table & { layoutOptions: LayoutOptions },
  descriptor: Descriptor,
): Promise<{ layout: FileLayout; columns: readonly string[] }> {
  const { steps = [], mapping } = request;
  const scanned = await scanTable(path, table);
  const saved = layoutFor(request.layout, { ...scanned, name: table });
  const checked = checkLayout({ ...saved, ...layoutOptions }, scanned.layout);
  if ('problems' in checked)
    throw new Refusal(checked.problems.map((one) => `${path}: ${toLine(one)}`));
  const { layout } = checked;
  const { isTable } = formats[layout.format];
  const header = await checkColumns(table, layout);
  const own = isTable ? header : await findColumns();
  const strays = isTable ? strayColumns(header, steps) : [];
  if (strays.length > 0) throw new Refusal(strays.map((one) => `${path}: ${toLine(one)}`));
  const missing = missingColumns({ mapping, steps }, own);
  if (missing.length > 0)
    call.print(`${path}: does not have these columns of the recipe: ${missing.join(', ')}`);
  return { layout, columns: columnsAfter(own, steps) };

  /** The columns of JSON, which has no header. */
  async function findColumns(): Promise<string[]> {
    const context = { descriptor, role: adminRoles(descriptor)[0], resource };
    const flatten = createFlattener(context, toColumnMapping(mapping));
    const fileColumns = await firstColumns(() => createReadStream(table), layout, flatten);
    return fileColumns.map((column) => column.name);
  }
}
