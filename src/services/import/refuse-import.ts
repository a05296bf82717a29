import { mayDo, writableFields } from '../../descriptor/access.ts';
import type { Descriptor, Operation, Resource } from '../../descriptor/descriptor.ts';
import { type InlineList, inlineLists } from '../../descriptor/inline-lists.ts';
import { readFileHeader } from '../../files/formats/read-file.ts';
import { findFileLists, findListField } from '../../files/import/rows/list-columns.ts';
import type {
  ColumnMapping,
  ImportMode,
  MissingOptions,
  OpenFile,
} from '../../files/import/import-parts.ts';
import type { MendedCells } from '../../files/import/rows/mended-cells.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { queryContext, type Acting } from '../acting.ts';
import { checkMissingRecords } from './check-missing.ts';
import { notAllowed } from '../not-allowed.ts';
import { refuseUnproven } from '../refuse-unproven.ts';
import { refuse, refuseQuery, type Refusal } from '../refusal.ts';
import { checkImport, type ImportRequest } from './check-import.ts';
import type { ImportSettings } from '../../contract/import-settings.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import { findFilePaths } from '../../files/import/write/file-paths.ts';
import { missingColumns } from '../../files/import/recipe-settings.ts';
import { columnsAfter, type Step } from '../../files/steps/step.ts';

/** The file of an import: how to read it, and the sheets it has if it is a workbook. */
type File = { open: OpenFile; sheets?: readonly string[] | undefined };

/** Checks what an import is told for a file, and refuses what is known to fail before the first row. */
export async function admitImport(
  acting: Acting,
  resource: Resource,
  { settings, problems: before = [] }: { settings: ImportSettings; problems?: Problem[] },
  file: File & { layout: FileLayout },
): Promise<ImportRequest | Refusal> {
  const paths = findFilePaths(acting, resource);
  const checked = checkImport({ resource, paths, detected: file.layout }, settings);
  const problems = [...before, ...('problems' in checked ? checked.problems : [])];
  if (!('request' in checked) || problems.length > 0) return refuse(problems, { status: 400 });
  return (await refuseImport(acting, resource, checked.request, file)) ?? checked.request;
}

async function refuseImport(
  call: Acting,
  resource: Resource,
  request: ImportRequest,
  { open, sheets }: File,
): Promise<Refusal | undefined> {
  const { mode, layout, mapping, steps = [], cells } = request;
  const refusal = await refuseSettings(call, resource, request, sheets);
  if (refusal) return refusal;
  const header = await readFileHeader(open, layout);
  if (!header) return undefined;
  // A problem with the column names applies to all rows.
  if ('problems' in header) return refuse(header.problems);
  const columns = columnsAfter(header.columns, steps);
  const strays = [
    ...strayColumns(header.columns, steps),
    ...(cells ? strayCells(columns, cells) : []),
  ];
  if (strays.length > 0) return refuse(strays, { status: 400 });
  for (const { child } of findFileLists(call, resource, columns, {
    mode,
    mapping,
    key: [],
  })) {
    const refused = refuseMode(call, child, mode, child.name);
    if (refused) return refused;
  }
  return undefined;
}

/** Refuses what the caller may not do, and what does not fit the workbook. */
async function refuseSettings(
  call: Acting,
  resource: Resource,
  { mode, layout, mapping, missing, dryRun }: ImportRequest,
  sheets: File['sheets'],
): Promise<Refusal | undefined> {
  return (
    refuseMode(call, resource, mode, 'mode') ??
    (missing && refuseMissing(call, resource, missing)) ??
    refuseNamings(call, resource, mapping) ??
    refuseSheet(sheets, layout.sheet) ??
    (dryRun ? undefined : await refuseUnproven(call, [resource.name]))
  );
}

/** The most problems of one refusal. */
const MOST_STRAYS = 100;

/** Columns that steps read, and that neither the table nor a step before them has. */
export function strayColumns(columns: readonly string[], steps: readonly Step[]): Problem[] {
  return missingColumns({ steps }, columns).map((column) => problem('I101', `steps.${column}`));
}

/** Mended cells in columns that a table does not have. */
export function strayCells(columns: readonly string[], cells: MendedCells): Problem[] {
  const columnNames = new Set(columns);
  return [...cells]
    .flatMap(([row, own]) =>
      [...own.keys()]
        .filter((column) => !columnNames.has(column))
        .map((column) => problem('I085', `cells.${row}.${column}`)),
    )
    .slice(0, MOST_STRAYS);
}

/** The inline child lists whose records the caller can find in files of a resource. */
export function listsOf({ descriptor, role }: Acting, resource: Resource): InlineList[] {
  return inlineLists(descriptor, role, resource);
}

/** An import needs the same rights as writing each record alone. */
export const operationsOf: Record<ImportMode, readonly Operation[]> = {
  create: ['create'],
  update: ['update'],
  upsert: ['create', 'update'],
};

function refuseMode(
  call: Acting,
  resource: Resource,
  mode: ImportMode,
  path: string,
): Refusal | undefined {
  const mayAll = (descriptor: Descriptor) =>
    operationsOf[mode].every((operation) => mayDo(descriptor, call.role, resource, operation));
  return mayAll(call.descriptor) ? undefined : refuse(notAllowed(call, path, mayAll));
}

/** The records that a file lacks are an answer of the list. */
function refuseMissing(
  call: Acting,
  resource: Resource,
  missing: MissingOptions,
): Refusal | undefined {
  const mayList = (descriptor: Descriptor) => mayDo(descriptor, call.role, resource, 'list');
  if (!mayList(call.descriptor)) return refuse(notAllowed(call, 'missing', mayList));
  const problems = checkMissingRecords(queryContext(call, resource), resource, missing);
  return problems.length > 0 ? refuseQuery(problems) : undefined;
}

/** Only columns with references can say how they name records, and whether missing ones are created. */
function refuseNamings(
  call: Acting,
  resource: Resource,
  mapping: ColumnMapping,
): Refusal | undefined {
  const lists = listsOf(call, resource);
  for (const [column, to] of mapping) {
    if (!to || [to.by, to.create, to.given].every((each) => each === undefined)) continue;
    const field = resource.fields.get(to.field) ?? findListField(lists, to.field)?.field;
    const relation = field?.kind.relation?.(field.settings);
    const target = relation && call.descriptor.resources.get(relation.to);
    const path = `mapping.${column}`;
    if (!target) return refuse(problem('I034', path));
    const refused = refuseNaming(call, target, to, path);
    if (refused) return refused;
  }
  return undefined;
}

/** Missing records can only be created by who may do so, with values of fields that they may write. */
function refuseNaming(
  call: Acting,
  target: Resource,
  { create, cells = {}, given = {} }: ColumnTarget,
  path: string,
): Refusal | undefined {
  const { descriptor, role } = call;
  const mayCreate = (own: Descriptor) => mayDo(own, role, target, 'create');
  if (create && !mayCreate(descriptor))
    return refuse(notAllowed(call, `${path}.create`, mayCreate));
  const writable = writableFields(descriptor, role, target);
  const hidden = Object.entries(cells).find(([name]) => !writable.includes(name));
  const wrong = Object.keys(given).find((name) => !writable.includes(name));
  if (!hidden && wrong === undefined) return undefined;
  const place = hidden ? `mapping.${hidden[1].column}` : `${path}.given.${wrong}`;
  return refuse(problem('I005', place, { expected: writable.join(', ') }));
}

type ColumnTarget = NonNullable<ReturnType<ColumnMapping['get']>>;

function refuseSheet(
  sheets: readonly string[] | undefined,
  sheet: string | undefined,
): Refusal | undefined {
  if (!sheets || sheet === undefined || sheets.includes(sheet)) return undefined;
  return refuse(problem('I028', 'sheet', { sheet, sheets: sheets.join(', ') }));
}
