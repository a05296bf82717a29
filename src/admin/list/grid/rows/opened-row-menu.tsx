import type { CellWork } from './cell-entries.tsx';
import { RowMenu } from './row-menu.tsx';
import type { OpenedMenu } from './use-row-menu.ts';
import type { Rows } from './use-rows.ts';

type OpenedRowMenuProps = { opened: OpenedMenu; rows: Rows; cells: CellWork | undefined };

/** The menu of a row of the grid, which has the focus again afterwards. */
export function OpenedRowMenu({ opened, rows, cells }: OpenedRowMenuProps) {
  const { expanded, menu, open, focusActive } = rows;
  const { record, at } = opened;
  const lists = {
    isOpen: expanded.isOpen(record),
    onToggle: () => expanded.toggle(record),
  };
  return (
    <RowMenu
      record={record}
      at={at}
      onOpenBeside={() => open(record.id)}
      lists={expanded.isPossible ? lists : undefined}
      cells={cells}
      onClose={() => {
        menu.close();
        focusActive();
      }}
    />
  );
}
