import type { Conversion } from '../../formats/conversion.ts';
import { isReadByStep, type Step } from '../../steps/step.ts';
import type { ColumnMapping } from '../import-parts.ts';

/**
 * How the cells of a column are written after the steps: without the form of numbers and dates that a step has read,
 * because the step writes the usual one. The screens and the import both ask here.
 */
export function conversionAfter<Kept extends Conversion>(
  steps: readonly Step[],
  column: string,
  conversion: Kept,
): Omit<Kept, 'decimal' | 'date'> | Kept {
  if (!isReadByStep(steps, column)) return conversion;
  const { decimal: _, date: __, ...rest } = conversion;
  return rest;
}

/** The mapping of columns whose cells steps have changed. */
export function mappingAfter(steps: readonly Step[], mapping: ColumnMapping): ColumnMapping {
  if (steps.length === 0) return mapping;
  return new Map(
    [...mapping].map(([column, to]) => {
      if (to === null) return [column, to];
      const { cells, ...own } = to;
      const others = Object.entries(cells ?? {}).map(([field, cell]) => [
        field,
        conversionAfter(steps, cell.column, cell),
      ]);
      const after = conversionAfter(steps, column, own);
      return [column, cells ? { ...after, cells: Object.fromEntries(others) } : after];
    }),
  );
}
