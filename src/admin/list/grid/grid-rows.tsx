import { Fragment, Suspense, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { lazyPart } from '../../kit/lazy-part.ts';
import type { Field } from '../../../fields/field.ts';
import { GridRow } from './grid-row.tsx';
import type { GridStore } from './grid-store.ts';
import type { RowTops, Windows } from './use-windows.ts';
import type { Rows } from './rows/use-rows.ts';
import type { GridTable } from './grid-table.ts';
import type { RowChoice } from './use-row-choice.ts';
const RowPanelBelow = lazyPart(() => import('./rows/row-panel.tsx'), 'RowPanelBelow');

type GridRowsProps = {
  data: readonly RaRecord[];
  store: GridStore;
  windows: Windows;
  table: GridTable;
  tops: RowTops;
  height: number;
  width: number;
  link: Field | undefined;
  records: Rows;
  choice: RowChoice;
  isSelectable: boolean;
  /** The place of a row of the page among all of the list, counted from 1, the heads being the first ones. */
  ariaRow: (index: number) => number;
};

/** The rows in sight, each followed by what is opened below it, as they are read. */
export function GridRows(props: GridRowsProps): ReactNode {
  const { data, store, windows, table, tops, height, width, link } = props;
  const { records, choice, isSelectable, ariaRow } = props;
  const { isPossible, isOpen, panels } = records.expanded;
  const panelOf = new Map(panels.map((panel) => [panel.row, panel]));
  const inSight = new Map(windows.rows.map(({ index, start }) => [index, start]));
  // A panel stays while its row is out of sight, and asks for nothing again.
  const indexes = [...new Set([...inSight.keys(), ...panelOf.keys()])].sort((a, b) => a - b);
  return indexes.map((index) => {
    const record = data[index];
    const start = inSight.get(index);
    const panel = panelOf.get(index);
    return (
      // By place, so that another order fills the same rows and the focus stays where it is.
      <Fragment key={index}>
        {record && start !== undefined && (
          <GridRow
            record={record}
            row={index}
            ariaRow={ariaRow(index)}
            top={start}
            height={height}
            table={table}
            middle={windows.middle}
            link={link}
            isChosen={choice.isChosen(record)}
            isChoosable={isSelectable ? choice.isChoosable(record) : undefined}
            isExpanded={isPossible ? isOpen(record) : undefined}
            isOpen={String(record.id) === records.openId}
          />
        )}
        {panel && (
          <Suspense key={panel.record.id}>
            <RowPanelBelow
              panel={panel}
              ariaRow={ariaRow(index)}
              top={tops.top(index) + height}
              columns={table.columns.length + 1}
              {...{ records, store, width }}
            />
          </Suspense>
        )}
      </Fragment>
    );
  });
}
