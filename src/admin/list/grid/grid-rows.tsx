import { Fragment } from 'react';
import { useListContext } from 'react-admin';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { GridRow } from './grid-row.tsx';
import type { GridView } from './use-grid-view.ts';

const MoreRow = lazyPart(() => import('./tree/more-row.tsx'), 'MoreRow');
const RowPanel = lazyPart(() => import('./rows/row-panel.tsx'), 'RowPanel');

type GridRowsProps = { view: GridView; isSelectable: boolean; headRows: number };

/** The visible rows, each followed by its open panel, and a place for rows that are loading. */
export function GridRows({ view, isSelectable, headRows }: GridRowsProps) {
  const { page, perPage } = useListContext();
  const { rows, windows, table, tops, height, link, records, choice, coming, tree } = view;
  const { isPossible, isOpen, panels } = records.expanded;
  const panelOf = new Map(panels.map((panel) => [panel.row, panel]));
  const startOf = new Map(windows.rows.map(({ index, start }) => [index, start]));
  // A panel stays while its row is scrolled away, and does not load again.
  const indexes = [...new Set([...startOf.keys(), ...panelOf.keys()])].sort((a, b) => a - b);
  const drawn = indexes.map((index) => {
    const record = rows[index];
    const start = startOf.get(index);
    const panel = panelOf.get(index);
    const branch = record && tree?.branches.get(record.id);
    const more = start === undefined ? undefined : record && tree?.more.get(record.id);
    const ariaRow = (page - 1) * perPage + index + 1 + headRows;
    return (
      // Keyed by position, so that another order fills the same rows and the focus stays where it is.
      <Fragment key={index}>
        {record && start !== undefined && (
          <GridRow
            record={record}
            row={index}
            ariaRow={ariaRow}
            top={start}
            height={height}
            table={table}
            middle={windows.middle}
            link={link}
            branches={view.branches}
            level={branch?.level}
            isBranchOpen={branch?.isOpen}
            isChosen={choice.isChosen(record)}
            isChoosable={isSelectable ? choice.isChoosable(record) : undefined}
            isExpanded={isPossible ? isOpen(record) : undefined}
            isOpen={String(record.id) === records.openId}
          />
        )}
        {more && (
          <MoreRow
            more={more}
            row={index}
            ariaRow={ariaRow}
            top={tops.top(index + 1) - more.length * height}
            columns={table.columns.length}
          />
        )}
        {panel && <RowPanel key={panel.record.id} {...{ panel, view, ariaRow }} />}
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
