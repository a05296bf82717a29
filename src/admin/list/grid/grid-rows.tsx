import { Fragment } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { GridRow } from './grid-row.tsx';
import type { GridView } from './use-grid-view.ts';

const MoreRow = lazyPart(() => import('./tree/more-row.tsx'), 'MoreRow');
const RowPanel = lazyPart(() => import('./rows/row-panel.tsx'), 'RowPanel');

type GridRowsProps = { view: GridView; isSelectable: boolean; headRows: number };

/** The visible rows, each followed by its open panel, and a place for rows that are loading. */
export function GridRows({ view, isSelectable, headRows }: GridRowsProps) {
  const { page, perPage } = useListContext();
  const { rows, windows, table, tops, height, records, coming, tree } = view;
  const { panels } = records.expanded;
  const panelOf = new Map(panels.map((panel) => [panel.row, panel]));
  const startOf = new Map(windows.rows.map(({ index, start }) => [index, start]));
  // A panel stays while its row is scrolled away, and does not load again.
  const indexes = [...new Set([...startOf.keys(), ...panelOf.keys()])].sort((a, b) => a - b);
  const drawn = indexes.map((index) => {
    const record = rows[index];
    const start = startOf.get(index);
    const panel = panelOf.get(index);
    const place = { row: index, ariaRow: (page - 1) * perPage + index + 1 + headRows };
    const isDrawn = record && start !== undefined;
    const more = isDrawn ? tree?.more.get(record.id) : undefined;
    return (
      // Keyed by position, so that another order fills the same rows and the focus stays where it is.
      <Fragment key={index}>
        {isDrawn && <GridRow {...place} top={start} {...rowProps(view, record, isSelectable)} />}
        {more && (
          <MoreRow
            {...place}
            more={more}
            top={tops.top(index + 1) - more.length * height}
            columns={table.columns.length}
          />
        )}
        {panel && <RowPanel key={panel.record.id} {...{ panel, view }} ariaRow={place.ariaRow} />}
      </Fragment>
    );
  });
  return (
    <div role="rowgroup" className="g-body" style={{ height: windows.height, width: table.width }}>
      {drawn}
      {coming > 0 && (
        <div
          className="g-waiting"
          aria-hidden
          style={{ top: tops.top(rows.length), height: coming * height }}
        />
      )}
    </div>
  );
}

/** What a row shows of its record. */
function rowProps(view: GridView, record: RaRecord, isSelectable: boolean) {
  const { height, table, windows, link, branches, tree, choice, records } = view;
  const branch = tree?.branches.get(record.id);
  const { isPossible, isOpen } = records.expanded;
  return {
    record,
    height,
    table,
    middle: windows.middle,
    link,
    branches,
    level: branch?.level,
    isBranchOpen: branch?.isOpen,
    isChosen: choice.isChosen(record),
    isChoosable: isSelectable ? choice.isChoosable(record) : undefined,
    isExpanded: isPossible ? isOpen(record) : undefined,
    isOpen: String(record.id) === records.openId,
  };
}
