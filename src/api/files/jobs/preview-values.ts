import type { ColumnPreview } from '../../../contract/jobs.ts';
import { isObject, type JsonObject } from '../../../descriptor/json-object.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { toSeenProblems } from '../../../descriptor/permissions/seen-problems.ts';
import type { FileLayout } from '../../../files/formats/file-layout.ts';
import type { FileRow } from '../../../files/formats/json-rows.ts';
import { readFileRows } from '../../../files/formats/read-file.ts';
import { isNothing } from '../../../files/formats/table-rows.ts';
import type { ColumnMapping, OpenFile } from '../../../files/import/import-parts.ts';
import { mappingAfter } from '../../../files/import/rows/after-steps.ts';
import { createFlattener } from '../../../files/import/rows/flatten-row.ts';
import { toColumn } from '../../../files/import/rows/row-columns.ts';
import { createRowReader } from '../../../files/import/rows/row-reader.ts';
import { createStepRunner } from '../../../files/steps/run-steps.ts';
import type { Step } from '../../../files/steps/step.ts';
import type { UserCall } from '../../http/call.ts';
import { shownCell } from '../../../services/import/shown-cell.ts';

/** The rows that a preview reads, and the different cells that it shows of a column. */
const MAX_PREVIEW_ROWS = 100;
const MAX_PREVIEW_CELLS = 3;

type Previewed = {
  open: OpenFile;
  layout: FileLayout;
  steps: readonly Step[];
  mapping: ColumnMapping;
};

type PreviewedCell = ColumnPreview['cells'][number];

/**
 * Reads the first rows as the import reads them, and shows what the cells of each column become. Columns that name other
 * records or have files have no preview, because only a dry run looks for these.
 */
export async function previewValues(
  call: UserCall,
  resource: Resource,
  { open, layout, steps, mapping }: Previewed,
): Promise<ColumnPreview[]> {
  const context = { ...call, resource };
  const flatten = createFlattener(context, mapping);
  const runner = createStepRunner(steps);
  const read = createRowReader(context, { mapping: mappingAfter(steps, mapping), steps });
  const columns = new Map<string, ReturnType<typeof createColumn>>();
  const columnOf = (name: string): ReturnType<typeof createColumn> | undefined => {
    const column = toColumn(context, mapping, name);
    if (column.is !== 'field') return undefined;
    const own = columns.get(name) ?? createColumn(name, column.field.name);
    columns.set(name, own);
    return own;
  };
  let rows = 0;
  for await (const some of readFileRows(open, layout)) {
    for (const sent of some) {
      if (++rows > MAX_PREVIEW_ROWS) return [...columns.values()].map((column) => column.end());
      const before = flatten(sent);
      const after = runner.run(before);
      if (!('value' in after) || !isObject(after.value)) continue;
      const { values, problems } = read(after);
      for (const name of Object.keys(after.value)) {
        const column = columnOf(name);
        const from = cellIn(before, name) ?? cellIn(after, name);
        if (!column || from === undefined || isNothing(from)) continue;
        const own = problems.filter(({ path }) => path.split('.', 1)[0] === column.field);
        column.add({
          row: after.row,
          from,
          ...(Object.hasOwn(values, column.field) && { to: values[column.field] }),
          problems: toSeenProblems(call, resource, own),
        });
      }
    }
  }
  return [...columns.values()].map((column) => column.end());
}

/** A cell as a person sees it in the file. */
function cellIn(row: FileRow, name: string): PreviewedCell['from'] | undefined {
  if (!('value' in row) || !Object.hasOwn(row.value as JsonObject, name)) return undefined;
  return row.shown?.get(name)?.text ?? shownCell((row.value as JsonObject)[name]);
}

/** Collects the different cells of a column. The refused ones come first, and a changed one before others. */
function createColumn(name: string, field: string) {
  const cells = new Map<string, PreviewedCell>();
  const rank = (cell: PreviewedCell): number => {
    if (cell.problems.length > 0) return 0;
    return isSame(cell) ? 2 : 1;
  };
  return {
    field,
    add(cell: PreviewedCell): void {
      const key = JSON.stringify(cell.from);
      if (!cells.has(key)) cells.set(key, cell);
    },
    end(): ColumnPreview {
      const all = [...cells.values()];
      const shown = all
        .toSorted((one, other) => rank(one) - rank(other) || one.row - other.row)
        .slice(0, MAX_PREVIEW_CELLS);
      return {
        column: name,
        field,
        refused: all.filter(({ problems }) => problems.length > 0).length,
        isChanged: shown.some((cell) => rank(cell) < 2),
        cells: shown,
      };
    },
  };
}

/** Whether a value reads like its cell: `3` for the text `3`. */
function isSame({ from, to }: PreviewedCell): boolean {
  return (typeof to === 'string' ? to : JSON.stringify(to)) === String(from);
}
