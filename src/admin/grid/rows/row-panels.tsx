import type { GridStore } from '../grid-store.ts';
import type { RowTops } from '../row-tops.ts';
import { RowPanel } from './row-panel.tsx';
import type { Rows } from './use-rows.ts';

type RowPanelsProps = {
  rows: Rows;
  store: GridStore;
  tops: RowTops;
  rowHeight: number;
  width: number;
  columns: number;
};

/** What is opened below rows, each right below its own. */
export function RowPanels({ rows, store, tops, rowHeight, width, columns }: RowPanelsProps) {
  const { expanded, focusActive } = rows;
  return expanded.panels.map(({ record, row }) => (
    <RowPanel
      key={record.id}
      record={record}
      top={tops.top(row) + rowHeight}
      width={width}
      columns={columns}
      onMeasure={(height) => expanded.measure(record.id, height)}
      onLeave={() => {
        store.set({ active: { row, column: -1 }, anchor: undefined });
        focusActive();
      }}
    />
  ));
}
