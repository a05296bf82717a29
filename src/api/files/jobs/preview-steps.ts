import type { StepPreview } from '../../../contract/jobs.ts';
import { isObject } from '../../../descriptor/json-object.ts';
import type { FileLayout } from '../../../files/formats/file-layout.ts';
import { readFileRows } from '../../../files/formats/read-file.ts';
import type { Flattener } from '../../../files/import/rows/flatten-row.ts';
import type { OpenFile } from '../../../files/import/import-parts.ts';
import { changeRow, prepareStep } from '../../../files/steps/run-steps.ts';
import { columnsOfStep, type Step } from '../../../files/steps/step.ts';
import { yieldToEventLoop } from '../../../files/yield-to-event-loop.ts';
import { shownCell } from '../../../services/import/shown-cell.ts';

/** The rows that a preview counts: those of the whole file would take minutes. */
const MOST_ROWS = 10_000;
const SHOWN_ROWS = 10;
/** As many of them have a warning, if so many rows do: one in a thousand would not be seen otherwise. */
const SHOWN_WARNINGS = 5;

type Previews = { steps: StepPreview[]; stepRows: { count: number; isWhole: boolean } };

/** Runs the steps on the first rows of a file, and shows what each does with ten of them. */
export async function previewSteps(
  open: OpenFile,
  layout: FileLayout,
  steps: readonly Step[],
  flatten: Flattener,
): Promise<Previews> {
  const stepRows = { count: 0, isWhole: true };
  if (steps.length === 0) return { steps: [], stepRows };
  const previews = steps.map(createPreview);
  reading: for await (const rows of readFileRows(open, layout)) {
    for (const read of rows) {
      if (stepRows.count === MOST_ROWS) {
        stepRows.isWhole = false;
        break reading;
      }
      stepRows.count++;
      const row = flatten(read);
      if (!('value' in row) || !isObject(row.value)) continue;
      const changing = changeRow(row);
      for (const preview of previews) preview.run(row.row, changing);
      await yieldToEventLoop();
    }
  }
  return { steps: previews.map((preview) => preview.end()), stepRows };
}

type Row = StepPreview['rows'][number];

function createPreview(step: Step) {
  const run = prepareStep(step);
  const { from, to } = columnsOfStep(step);
  const count = { changed: 0, warnings: 0 };
  const seen = new Set<string>();
  const warned: Row[] = [];
  const changedRows: Row[] = [];
  const others: Row[] = [];
  return {
    run(row: number, changing: ReturnType<typeof changeRow>): void {
      const { cells } = changing;
      for (const column of from) if (Object.hasOwn(cells, column)) seen.add(column);
      const cellsOf = (columns: readonly string[]) => columns.map((name) => shownCell(cells[name]));
      // Most rows are only counted.
      const isShown = changedRows.length < SHOWN_ROWS || warned.length < SHOWN_WARNINGS;
      const before = isShown ? cellsOf(from) : [];
      const changed = count.changed;
      const problems = changing.apply(run, count);
      if (!isShown) return;
      const calm = count.changed > changed ? changedRows : others;
      const list = problems.length > 0 ? warned : calm;
      if (list.length < SHOWN_ROWS)
        list.push({ row, from: before, to: cellsOf(to), problems: [...problems] });
    },
    end: (): StepPreview => ({
      ...count,
      missing: from.filter((column) => !seen.has(column)),
      from: [...from],
      to: [...to],
      rows: chooseRows(warned, changedRows, others),
    }),
  };
}

/** Rows with a warning take half of the places, and more if too few others have changed. */
function chooseRows(
  warned: readonly Row[],
  changedRows: readonly Row[],
  others: readonly Row[],
): Row[] {
  if (warned.length + changedRows.length === 0) return [...others];
  const places = Math.max(SHOWN_WARNINGS, SHOWN_ROWS - changedRows.length);
  const chosen = warned.slice(0, places);
  return [...chosen, ...changedRows.slice(0, SHOWN_ROWS - chosen.length)].toSorted(
    (one, other) => one.row - other.row,
  );
}
