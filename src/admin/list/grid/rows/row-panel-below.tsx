import type { GridStore } from '../grid-store.ts';
import { RowPanel } from './row-panel.tsx';
import type { Rows } from './use-rows.ts';

type RowPanelBelowProps = {
  panel: Rows['expanded']['panels'][number];
  records: Rows;
  store: GridStore;
  ariaRow: number;
  top: number;
  width: number;
  columns: number;
};

/** What is opened below a row. */
export function RowPanelBelow({ panel, records, store, ...place }: RowPanelBelowProps) {
  const { record, row } = panel;
  const { expanded, focusActive } = records;
  return (
    <RowPanel
      record={record}
      {...place}
      onMeasure={(height) => expanded.measure(record.id, height)}
      onLeave={() => {
        store.set({ active: { row, column: -1 }, anchor: undefined });
        focusActive();
      }}
    />
  );
}
