import type { InspectedColumn } from '../../../contract/jobs.ts';
import { showCellDate } from '../../../files/formats/read-cell.ts';
import type { Cell } from '../../../files/formats/table-rows.ts';

/** The samples of a column as the import reads them. */
export function cellsOf({ samples, areDates = false }: InspectedColumn): readonly Cell[] {
  return areDates ? samples.map((text) => new Date(String(text))) : samples;
}

/** The samples of a column to look at. */
export function showSamples(column: InspectedColumn): string {
  const texts = cellsOf(column).map((cell) =>
    cell instanceof Date ? showCellDate(cell) : String(cell),
  );
  return texts.join(' · ');
}
