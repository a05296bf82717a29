import { useEffect, useEffectEvent, useRef } from 'react';
import { lazyPart } from '../../../kit/loading/lazy-part.tsx';
import type { GridView } from '../use-grid-view.ts';

const ChildPanel = lazyPart(() => import('./child-panel.tsx'), 'ChildPanel');

type RowPanelProps = {
  panel: GridView['records']['expanded']['panels'][number];
  view: GridView;
  /** The `aria-rowindex` of its row. */
  ariaRow: number;
};

/**
 * The panel below a row. It has the index of that row, as those of the other rows are their places in the list,
 * which do not change when a panel opens. It stays while its row is scrolled away, and does not load again.
 */
export function RowPanel({ panel: { record, row }, view, ariaRow }: RowPanelProps) {
  const { store, records, table, tops, height, width } = view;
  const frame = useRef<HTMLDivElement>(null);
  const measure = useEffectEvent((size: number) => records.expanded.measure(record.id, size));
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
      style={{ transform: `translateY(${tops.top(row) + height}px)` }}
    >
      <div
        ref={frame}
        role="gridcell"
        aria-colindex={1}
        aria-colspan={table.columns.length + 1}
        tabIndex={-1}
        className="g-panel-cell"
        style={{ width }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          event.preventDefault();
          store.set({ active: { row, column: -1 }, anchor: undefined });
          records.focusActive();
        }}
      >
        <ChildPanel fallback={<div style={{ minHeight: 110 }} />} record={record} />
      </div>
    </div>
  );
}
