import { momentOf } from '../../services/acting.ts';
import type { ImportSettings } from '../../contract/import-settings.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { fileFields } from '../../descriptor/file-fields.ts';
import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import { findFilePaths } from '../../files/import/write/file-paths.ts';
import { importKeys } from '../../files/import/import-keys.ts';
import { checkImport, type ImportRequest } from '../../services/import/check-import.ts';
import { checkMissingRecords } from '../../services/import/check-missing.ts';
import { Refusal, toLine } from '../refusal.ts';
import {
  checkColumns,
  findLayout,
  type LayoutOptions,
  readColumns,
  readSettings,
  withDecimal,
} from './import-options.ts';
import { type NamedTable, readByRecipe } from './import-recipe.ts';
import type { Call } from './verb.ts';

/** Who runs a command sees what an administrator sees. */
export function adminOf(descriptor: Descriptor) {
  return {
    descriptor,
    role: adminRoles(descriptor)[0],
    moment: momentOf({ user: undefined, descriptor }),
  };
}

type SettingsContext = { descriptor: Descriptor; layout: LayoutOptions; restores: boolean };

/** The settings of one file: those of its recipe, or the usual ones, and above them the options of the command. */
export async function readFileSettings(
  call: Call,
  { path, table, resource, recipe }: NamedTable,
  { descriptor, layout: layoutOptions, restores }: SettingsContext,
): Promise<ImportRequest> {
  const { layout, columns } = recipe
    ? await readByRecipe(call, recipe, { path, table, layoutOptions }, descriptor)
    : await detectLayout(table, layoutOptions);
  const options = readSettings(call, resource);
  const { warnings: _, take: __, ...exact } = options;
  // A backup is restored exactly as it was.
  const own = restores ? { ...exact, key: '_id' } : options;
  const named = { ...readColumns(call, columns), ...(!recipe && leftOut(call, resource)) };
  const settings = {
    ...toKept(recipe?.request ?? { mode: 'upsert' }),
    ...own,
    mapping: { ...recipe?.request.mapping, ...named },
  };
  const admin = adminOf(descriptor);
  const paths = findFilePaths(admin, resource);
  const checked = checkImport({ resource, paths, detected: layout }, settings);
  const whose = (one: Problem): string => {
    const places = [...Object.keys(own), ...Object.keys(named).map((name) => `mapping.${name}`)];
    const isOwn = places.some((place) => `${one.path}.`.startsWith(`${place}.`));
    return recipe && !isOwn ? `The recipe ${recipe.name}: ` : '';
  };
  if ('problems' in checked) throw refuseAll(resource, checked.problems, whose);
  const { request } = checked;
  const { missing } = request;
  const problems = missing ? checkMissingRecords(admin, resource, missing) : [];
  if (problems.length > 0) throw refuseAll(resource, problems);
  const mapping = withDecimal(call, { ...admin, resource }, request.mapping, columns);
  return { ...request, mapping };
}

async function detectLayout(path: string, options: LayoutOptions) {
  const layout = await findLayout(path, options);
  return { layout, columns: await checkColumns(path, layout) };
}

/** The layout belongs to the file, and so does the choice of rows. */
function toKept({
  layout: _,
  dryRun: __,
  leaveOut: ___,
  take: ____,
  ...kept
}: ImportSettings): ImportSettings {
  return kept;
}

function leftOut({ options }: Call, resource: Resource): Record<string, null> {
  const fields = options['without-files'] === true ? fileFields(resource) : [];
  return Object.fromEntries(fields.map(({ name }) => [name, null]));
}

function refuseAll(
  resource: Resource,
  problems: Problem[],
  whose: (one: Problem) => string = () => '',
): Refusal {
  const lines = problems.map((one) => {
    if (one.path !== 'key') return `${whose(one)}${toLine(one)}`;
    const keys = importKeys(resource).join(', ');
    return `--key for ${resource.name} must be one of ${keys}, or several fields: a,b`;
  });
  return new Refusal(lines, { problems });
}
