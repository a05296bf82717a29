import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import type { RaRecord } from 'react-admin';
import { lazyPart } from '../../../kit/lazy-part.ts';
import type { GridStore } from '../grid-store.ts';
import type { Rows } from './use-rows.ts';

type PanelBelowProps = {
  panel: Rows['expanded']['panels'][number];
  records: Rows;
  store: GridStore;
  ariaRow: number;
  top: number;
  width: number;
  columns: number;
};

/** What is opened below a row. */
export function RowPanelBelow({ panel, records, store, ...place }: PanelBelowProps) {
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

const ChildPanel = lazyPart(() => import('./child-panel.tsx'), 'ChildPanel');

type RowPanelProps = {
  record: RaRecord;
  top: number;
  /** Of its row. */
  ariaRow: number;
  /** Of the part of the grid that is in sight, which it fills however far that is scrolled. */
  width: number;
  columns: number;
  onMeasure: (height: number) => void;
  /** Leads back to the row. */
  onLeave: () => void;
};

/** What is opened below a row. It stays while its row is scrolled out of sight, and asks for nothing again. */
export function RowPanel(props: RowPanelProps) {
  const { record, top, ariaRow, width, columns, onMeasure, onLeave } = props;
  const frame = useRef<HTMLDivElement>(null);
  const measure = useEffectEvent(onMeasure);
  useEffect(() => {
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) measure(Math.ceil(entry.borderBoxSize[0]?.blockSize ?? 0));
    });
    if (frame.current) sizes.observe(frame.current);
    return () => sizes.disconnect();
  }, []);
  return (
    <div
      role="row"
      aria-rowindex={ariaRow}
      className="g-panel"
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        ref={frame}
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns}
        tabIndex={-1}
        className="g-panel-cell"
        style={{ width }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          event.preventDefault();
          onLeave();
        }}
      >
        <Suspense fallback={<div style={{ minHeight: 110 }} />}>
          <ChildPanel record={record} />
        </Suspense>
      </div>
    </div>
  );
}
