import { headerHash, firstColumns, firstLines } from '../../../services/import/first-columns.ts';
import { LayoutSettings } from '../../../contract/import-settings.ts';
import { type InspectedColumn, Inspection, type Recipe } from '../../../contract/jobs.ts';
import { Steps } from '../../../contract/steps.ts';
import { z } from 'zod';
import type { Problem } from '../../../fields/problems/problem.ts';
import type { Field } from '../../../fields/type/field.ts';
import { readFileHeader } from '../../../files/formats/read-file.ts';
import { formats } from '../../../files/formats/formats.ts';
import { type FileLayout, wideLayout } from '../../../files/formats/file-layout.ts';
import { PROBLEMS_COLUMN } from '../../../files/import/rows/row-columns.ts';
import { createFlattener } from '../../../files/import/rows/flatten-row.ts';
import { namedFields } from '../../../files/import/field-names.ts';
import { mostNames, suggestHeader } from '../../../files/import/suggest/suggest-header.ts';
import { findCleaning } from '../../../files/import/suggest/guess-conversion.ts';
import {
  type FileColumn,
  pastMapping,
  suggestMapping,
} from '../../../files/import/suggest/suggest-mapping.ts';
import { findFilePaths } from '../../../files/import/write/file-paths.ts';
import { readJobFile } from '../../../store/system/jobs/job-file.ts';
import { findRecipe, listRecipes } from '../../../store/system/jobs/recipes.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { checkSteps } from '../../../services/import/check-cells.ts';
import { checkLayout } from '../../../services/import/check-layout.ts';
import { checkMapping } from '../../../services/import/check-mapping.ts';
import { sampleCell, shownCell } from '../../../services/import/shown-cell.ts';
import { previewSteps } from './preview-steps.ts';
import { previewValues } from './preview-values.ts';
import { listsOf } from '../../../services/import/refuse-import.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse } from '../../../services/refusal.ts';
import { readerOf } from '../../../services/acting.ts';
import { withJob } from './find-job.ts';
import { toVisible } from './recipe-access.ts';
import { mayDo, mayRead } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { createValueFinder } from '../../../files/import/plan/unmatched-values.ts';
import { FEWEST_CELLS, suggestUnpivot } from '../../../files/import/suggest/suggest-unpivot.ts';

export const inspectBody = z.strictObject({
  layout: LayoutSettings.optional(),
  steps: Steps.optional(),
  mapping: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('As for the import: shows what the cells become in their fields.'),
});

const SHOWN_SAMPLES = 5;

/** The number of sheets among which the best one is searched. */
const SHEETS = 10;

/**
 * Shows the content of a file, with the detected or requested layout: its first rows, its columns and the
 * fields they probably are. Without a requested header row it also finds that. A problem of the columns
 * affects all rows.
 */
export async function inspectFile(call: UserCall): Promise<Reply> {
  return withJob(call, async ({ job, resource }) => {
    const body = await parseBody(call, inspectBody);
    if (isRefusal(body)) return body;
    const { layout: asked = {}, steps = [], mapping: columnsTo } = body.value;
    const parsed = checkLayout(asked, job.file.layout);
    if ('problems' in parsed) return refuse(parsed.problems, { status: 400 });
    const { database } = call.services;
    const open = () => readJobFile(call.services, job.id);
    const nameable = namedFields(call, resource);
    // The sheet of a job is known if others of its workbook have jobs of their own.
    const isNamed = asked.sheet !== undefined || job.workbook !== null;
    const sheets = isNamed ? [] : job.file.sheets;
    const bestLayout = await onFittingSheet(open, nameable, parsed.layout, sheets);
    const { isTable } = formats[bestLayout.format];
    const lines = isTable ? await firstLines(open, bestLayout) : [];
    const headerRow = asked.headerRow === undefined ? suggestHeader(nameable, lines) : undefined;
    const layout = withHeader(bestLayout, headerRow);
    const checked = checkSteps(steps);
    const mapping = checkMapping(resource, findFilePaths(call, resource), columnsTo, checked);
    if (checked.length > 0) return refuse(checked, { status: 400 });
    const flatten = createFlattener({ ...call, resource });
    const own = await firstColumns(open, wideLayout(layout), flatten);
    const isChanged = steps.length > 0 || layout.unpivot !== undefined;
    const columns = isChanged ? await firstColumns(open, layout, flatten, steps) : own;
    const problems = await headerProblems(open, layout);
    const reader = readerOf(call);
    // Also for an admin only what people use themselves or share.
    const recipes = await listRecipes(database, { ...reader, all: false }, resource.name);
    const suggestions = suggestMapping(call, resource, columns, {
      lists: listsOf(call, resource),
      past: pastMapping(recipes.map(({ request }) => request.mapping ?? {})),
    });
    const isKnown = layout.unpivot !== undefined || columnsTo !== undefined;
    const proposed = isKnown ? [] : await proposeUnpivot(call, resource, own, suggestions);
    const place = { resource: resource.name, header: headerHash(own) };
    const recipe = await findRecipe(database, reader, place);
    const [seenRecipe] = await toVisible(call, recipe ? [fitRecipe(recipe, own)] : []);
    return answer(call, 200, Inspection, {
      layout,
      encoding: { guess: job.file.layout.encoding, confidence: job.file.confidence ?? 'sure' },
      sheets: job.file.sheets ?? [],
      lines: lines.map(({ line, cells }) => ({ line, cells: cells.map(shownCell) })),
      columns: columns.map((column) => toColumn(column, suggestions.get(column.name))),
      // A mapping decides which objects of JSON are columns before the steps.
      ...(await previewSteps(open, layout, steps, createFlattener({ ...call, resource }, mapping))),
      ...(columnsTo && {
        values: await previewValues(call, resource, { open, layout, steps, mapping }),
      }),
      ...(proposed.length > 0 && { unpivot: proposed }),
      recipe: seenRecipe ?? null,
      problems,
    });
  });
}

function toColumn(
  { name, samples }: FileColumn,
  suggestion: InspectedColumn['suggestion'] = null,
): InspectedColumn {
  const cells = samples.slice(0, SHOWN_SAMPLES);
  const areDates = cells.length > 0 && cells.every((cell) => cell instanceof Date);
  const cleaning = findCleaning(samples);
  return {
    name,
    samples: cells.map(sampleCell),
    ...(areDates && { areDates }),
    suggestion,
    ...(cleaning && { cleaning }),
  };
}

async function headerProblems(open: Open, layout: FileLayout): Promise<readonly Problem[]> {
  const names = await readFileHeader(open, layout);
  return names && 'problems' in names ? names.problems : [];
}

/** A recipe for a file with these columns. One of failed rows does not show which records are missing. */
function fitRecipe(recipe: Recipe, columns: readonly FileColumn[]): Recipe {
  if (!columns.some(({ name }) => name === PROBLEMS_COLUMN)) return recipe;
  const { missing: _, ...request } = recipe.request;
  return { ...recipe, request };
}

function withHeader(layout: FileLayout, headerRow = layout.headerRow): FileLayout {
  // A first row that was detected without a header row is below the first line.
  const firstRow = headerRow === 0 && layout.headerRow > 0 ? 1 : layout.firstRow;
  return { ...layout, headerRow, firstRow: Math.max(firstRow, headerRow + 1) };
}

/** The sheet whose header names the most fields; the first of several. */
async function onFittingSheet(
  open: Open,
  fields: readonly Field[],
  layout: FileLayout,
  sheets: readonly string[] = [],
): Promise<FileLayout> {
  if (sheets.length < 2) return layout;
  let best = { layout, names: 0 };
  for (const [at, sheet] of sheets.slice(0, SHEETS).entries()) {
    const candidate = { ...layout, sheet };
    const names = mostNames(fields, await firstLines(open, candidate));
    // Without a sheet in the layout, the first one is read.
    if (names > best.names) best = { layout: at === 0 ? layout : candidate, names };
  }
  return best.layout;
}

type Open = () => AsyncIterable<Uint8Array>;

/** The neighbouring columns in which each cell is probably a record. */
async function proposeUnpivot(
  call: UserCall,
  resource: Resource,
  columns: readonly FileColumn[],
  suggestions: ReturnType<typeof suggestMapping>,
): Promise<string[]> {
  // A field that only the content suggests is a guess.
  const isNamed = (name: string) => (suggestions.get(name)?.why ?? 'content') !== 'content';
  const others = columns.map(({ name }) => name).filter((name) => !isNamed(name));
  if (others.length < FEWEST_CELLS) return [];
  const records = await findRecords(call, resource, others);
  return suggestUnpivot(columns, { isNamed, isRecord: (name) => records.has(name) });
}

/** The names of the collection that has the most of them, among those that records of the resource refer to. */
async function findRecords(call: UserCall, resource: Resource, names: readonly string[]) {
  const { descriptor, role, services } = call;
  let most: ReadonlySet<string> = new Set();
  for (const field of resource.fields.values()) {
    const to = descriptor.resources.get(field.kind.relation?.(field.settings)?.to ?? '');
    if (!to || !mayRead(descriptor, role, resource, field.name)) continue;
    if (!mayDo(descriptor, role, to, 'list')) continue;
    const column = { name: field.name, to: { field: field.name }, field, resource, isTable: true };
    const finder = createValueFinder(call, services.store, column);
    await finder.lookUp(names);
    const found = new Set(names.filter((name) => finder.find(name) !== undefined));
    if (found.size > most.size) most = found;
  }
  return most;
}
