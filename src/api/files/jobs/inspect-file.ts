import { LayoutSettings } from '../../../contract/import-settings.ts';
import { type InspectedColumn, Inspection, type Recipe } from '../../../contract/jobs.ts';
import { Steps } from '../../../contract/steps.ts';
import { z } from 'zod';
import { createHash } from 'node:crypto';
import type { Field } from '../../../fields/type/field.ts';
import type { FileLayout } from '../../../files/formats/file-layout.ts';
import { readFileHeader, readFileRows, readLines } from '../../../files/formats/read-file.ts';
import type { Cell } from '../../../files/formats/table-rows.ts';
import { formats } from '../../../files/formats/formats.ts';
import { PROBLEMS_COLUMN } from '../../../files/import/rows/row-columns.ts';
import {
  createFlattener,
  type Flattener,
  isAboveOthers,
} from '../../../files/import/rows/flatten-row.ts';
import { namedFields } from '../../../files/import/field-names.ts';
import { mostNames, suggestHeader } from '../../../files/import/suggest/suggest-header.ts';
import { type FileColumn, suggestMapping } from '../../../files/import/suggest/suggest-mapping.ts';
import { readJobFile } from '../../../store/system/jobs/job-file.ts';
import { findRecipe } from '../../../store/system/jobs/recipes.ts';
import { createStepRunner } from '../../../files/steps/run-steps.ts';
import { columnsAfter, type Step } from '../../../files/steps/step.ts';
import { answer } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { checkSteps } from '../../../services/import/check-cells.ts';
import { checkLayout } from '../../../services/import/check-layout.ts';
import { cut, sampleCell, shownCell, toCell } from './shown-cell.ts';
import { previewSteps } from './preview-steps.ts';
import { listsOf } from '../refuse-import.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse, type Reply } from '../../http/answer/refusal.ts';
import { withJob } from './find-job.ts';
import { recipeReaderOf, toVisible } from './recipe-access.ts';

export const inspectBody = z.strictObject({
  layout: LayoutSettings.optional(),
  steps: Steps.optional(),
});

const LINES = 30;
/** The number of cells that determine what a column contains, and the number of those that are shown. */
const SAMPLES = 50;
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
    const { layout: asked = {}, steps = [] } = body.value;
    const parsed = checkLayout(asked, job.file.layout);
    if ('problems' in parsed) return refuse(parsed.problems, { status: 400 });
    const { database } = call.parts;
    const open = () => readJobFile(database, job.id);
    const nameable = namedFields(call, resource);
    const { isTable } = formats[parsed.layout.format];
    // The sheet of a job is known if others of its workbook have jobs of their own.
    const isSaid = asked.sheet !== undefined || job.workbook !== null;
    const bestLayout = isSaid
      ? parsed.layout
      : await onFittingSheet(open, nameable, parsed.layout, job.file.sheets);
    const lines = isTable ? await firstLines(open, bestLayout) : [];
    const header = asked.headerRow !== undefined ? undefined : suggestHeader(nameable, lines);
    const layout = withHeader(bestLayout, header);
    const checked = checkSteps(steps);
    if (checked.length > 0) return refuse(checked, { status: 400 });
    const flatten = createFlattener({ ...call, resource });
    const own = await firstColumns(open, layout, flatten);
    const columns = steps.length > 0 ? await firstColumns(open, layout, flatten, steps) : own;
    const names = await readFileHeader(open, layout);
    const suggestions = suggestMapping(call, resource, columns, listsOf(call, resource));
    const place = { resource: resource.name, header: headerHash(own) };
    const recipe = await findRecipe(database, recipeReaderOf(call), place);
    return answer(call, 200, Inspection, {
      layout,
      encoding: { guess: job.file.layout.encoding, confidence: job.file.confidence ?? 'sure' },
      sheets: job.file.sheets ?? [],
      lines: lines.map(({ line, cells }) => ({ line, cells: cells.map(shownCell) })),
      columns: columns.map((column) => ({
        name: column.name,
        ...toSamples(column.samples.slice(0, SHOWN_SAMPLES)),
        suggestion: suggestions.get(column.name) ?? null,
      })),
      ...(await previewSteps(open, layout, steps, flatten)),
      recipe: recipe ? toVisible(call, fitRecipe(recipe, own)) : null,
      problems: names && 'problems' in names ? names.problems : [],
    });
  });
}

function toSamples(cells: readonly Cell[]): Pick<InspectedColumn, 'samples' | 'areDates'> {
  const areDates = cells.length > 0 && cells.every((cell) => cell instanceof Date);
  return { samples: cells.map(sampleCell), ...(areDates && { areDates }) };
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

/** The key of a recipe: the same columns in any order, also those of a file with failed rows. */
export function headerHash(columns: readonly FileColumn[]): string {
  const names = columns.map(({ name }) => name).filter((name) => name !== PROBLEMS_COLUMN);
  return createHash('sha256').update(JSON.stringify(names.sort())).digest('hex');
}

type Open = () => AsyncIterable<Uint8Array>;

export async function firstLines(
  open: Open,
  layout: FileLayout,
): Promise<{ line: number; cells: readonly Cell[] }[]> {
  const lines: { line: number; cells: readonly Cell[] }[] = [];
  for await (const some of readLines(open, layout)) {
    for (const line of some) {
      if ('problem' in line) return lines;
      lines.push({ line: line.line, cells: line.cells.map(cut) });
      if (lines.length === LINES) return lines;
    }
  }
  return lines;
}

/** The columns in the order of the first records, each with its first values. */
export async function firstColumns(
  open: Open,
  layout: FileLayout,
  flatten: Flattener,
  steps: readonly Step[] = [],
): Promise<FileColumn[]> {
  const header = await readFileHeader(open, layout);
  const named = header && 'columns' in header ? header.columns : [];
  const columns = new Map<string, Cell[]>(columnsAfter(named, steps).map((name) => [name, []]));
  const runner = createStepRunner(steps);
  let seen = 0;
  for await (const rows of readFileRows(open, layout)) {
    for (const whole of rows) {
      const row = runner.run(flatten(whole));
      if (!('value' in row) || typeof row.value !== 'object' || row.value === null) continue;
      for (const [name, value] of Object.entries(row.value)) {
        const samples = columns.get(name) ?? [];
        if (!columns.has(name)) columns.set(name, samples);
        const cell = row.cells ? (value as Cell) : toCell(value);
        if (samples.length < SAMPLES && cell !== null && cell !== '') samples.push(cut(cell));
      }
      if (++seen === 100) return toColumns(columns);
    }
  }
  return toColumns(columns);
}

function toColumns(columns: ReadonlyMap<string, Cell[]>): FileColumn[] {
  const names = [...columns.keys()];
  // Some records have an empty object or list where others have parts. Only the parts are columns then.
  const isShown = (name: string, samples: Cell[]) =>
    samples.some((sample) => sample !== '[]') || !isAboveOthers(name, names);
  return [...columns].flatMap(([name, samples]) =>
    isShown(name, samples) ? [{ name, samples }] : [],
  );
}
