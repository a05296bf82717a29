import { useMemo } from 'react';
import type { Field } from '../../fields/field.ts';
import { useText } from '../use-text.ts';
import {
  clampWidth,
  stretched,
  widthOf,
  type ColumnChoice,
  type GridColumn,
  type Pin,
} from './grid-columns.ts';

export type GridTable = {
  /** In the order they are seen: pinned left, the middle, pinned right. */
  columns: readonly GridColumn[];
  left: readonly GridColumn[];
  middle: readonly GridColumn[];
  right: readonly GridColumn[];
  /** Of the tools of a row, and of what is pinned beside them. */
  leftWidth: number;
  rightWidth: number;
  width: number;
};

/**
 * The columns of a layout: which stand where, how wide, from which pixel on. TanStack Table does
 * the same and more for 17 kB in the first list, which has no room for what it does not need.
 */
export function useGridTable(
  fields: readonly Field[],
  choices: readonly ColumnChoice[],
  room: number,
  lead: number,
): GridTable {
  const say = useText();
  return useMemo(() => {
    const byName = new Map(choices.map((choice) => [choice.name, choice]));
    const sizes = stretched(
      fields.map((field) => {
        const width = byName.get(field.name)?.width;
        const isSized = width !== undefined;
        return { width: clampWidth(width ?? widthOf(field, say(field.label))), isSized };
      }),
      room - lead,
    );
    let index = 0;
    const toPart = (pin: Pin | undefined, from = 0): { columns: GridColumn[]; width: number } => {
      const columns: GridColumn[] = [];
      let offset = from;
      for (const [at, field] of fields.entries()) {
        if (byName.get(field.name)?.pin !== pin) continue;
        columns.push({ field, index: index++, width: sizes[at]!, offset, pin });
        offset += sizes[at]!;
      }
      return { columns, width: offset };
    };
    const [left, middle, right] = [toPart('left', lead), toPart(undefined), toPart('right')];
    return {
      columns: [...left.columns, ...middle.columns, ...right.columns],
      left: left.columns,
      middle: middle.columns,
      right: right.columns,
      leftWidth: left.width,
      rightWidth: right.width,
      width: left.width + middle.width + right.width,
    };
  }, [fields, choices, room, lead, say]);
}
