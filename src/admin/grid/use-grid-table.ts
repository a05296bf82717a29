import {
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ReactTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Field } from '../../fields/field.ts';
import { useText } from '../use-text.ts';
import { LEAD } from './density.ts';
import {
  maxWidth,
  minWidth,
  stretched,
  widthOf,
  type ColumnChoice,
  type GridColumn,
} from './grid-columns.ts';

const features = tableFeatures({
  columnVisibilityFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
});

type Row = Record<string, unknown>;

export type GridTable = {
  /** In the order they are seen: pinned left, the middle, pinned right. */
  columns: readonly GridColumn[];
  left: readonly GridColumn[];
  middle: readonly GridColumn[];
  right: readonly GridColumn[];
  leftWidth: number;
  rightWidth: number;
  width: number;
};

const noRows: Row[] = [];

/** TanStack's table over the columns of a layout: which stand where, how wide, from which pixel on. */
export function useGridTable(
  fields: readonly Field[],
  choices: readonly ColumnChoice[],
  room: number,
  hasLead: boolean,
): GridTable {
  const say = useText();
  const lead = hasLead ? LEAD : 0;
  const columns = useMemo<ColumnDef<typeof features, Row>[]>(
    () => fields.map((field) => ({ id: field.name, minSize: minWidth, maxSize: maxWidth })),
    [fields],
  );
  const state = useMemo(() => {
    const byName = new Map(choices.map((choice) => [choice.name, choice]));
    const sizes = stretched(
      fields.map((field) => {
        const width = byName.get(field.name)?.width;
        return { width: width ?? widthOf(field, say(field.label)), isSized: width !== undefined };
      }),
      room - lead,
    );
    const pinned = (pin: string) =>
      fields.map(({ name }) => name).filter((name) => byName.get(name)?.pin === pin);
    return {
      columnPinning: { start: pinned('left'), end: pinned('right') },
      columnSizing: Object.fromEntries(fields.map(({ name }, at) => [name, sizes[at]!])),
    };
  }, [fields, choices, room, lead, say]);
  const table = useTable({ features, columns, data: noRows, state });
  // Not by the table: it is another object at each drawing, and answers by the state.
  // oxlint-disable-next-line react/memo-dependencies, react-hooks/exhaustive-deps
  return useMemo(() => toGridTable(table, fields, lead), [fields, state, lead]);
}

type ColumnTable = ReactTable<typeof features, Row>;

function toGridTable(table: ColumnTable, fields: readonly Field[], lead: number): GridTable {
  const byName = new Map(fields.map((field) => [field.name, field]));
  let index = 0;
  const toColumns = (part: 'start' | 'center' | 'end'): GridColumn[] =>
    table.getPinnedVisibleLeafColumns(part).map((column) => ({
      field: byName.get(column.id)!,
      index: index++,
      width: column.getSize(),
      offset: column.getStart(part),
      pin: part === 'center' ? undefined : part === 'start' ? 'left' : 'right',
    }));
  const [left, middle, right] = [toColumns('start'), toColumns('center'), toColumns('end')];
  return {
    columns: [...left, ...middle, ...right],
    left,
    middle,
    right,
    leftWidth: lead + table.getStartTotalSize(),
    rightWidth: table.getEndTotalSize(),
    width: lead + table.getTotalSize(),
  };
}
