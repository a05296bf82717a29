import { RowMenu } from './row-menu.tsx';
import type { OpenedMenu } from './use-row-menu.ts';
import type { Rows } from './use-rows.ts';

/** The menu of a row of the grid, which has the focus again afterwards. */
export function OpenedRowMenu({ opened, rows }: { opened: OpenedMenu; rows: Rows }) {
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
      onClose={() => {
        menu.close();
        focusActive();
      }}
    />
  );
}
