import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import BoardIcon from '@mui/icons-material/ViewKanbanOutlined';
import TreeIcon from '@mui/icons-material/LanOutlined';
import TableIcon from '@mui/icons-material/TableChartOutlined';
import { useState } from 'react';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { ToolButton } from '../../shell/layout/tool-button.tsx';
import { useArrangingFields, useShownAs } from './use-shown-as.ts';

const ShownAsMenu = lazyPart(() => import('./shown-as-menu.tsx'), 'ShownAsMenu');

const icons = {
  table: <TableIcon />,
  board: <BoardIcon />,
  calendar: <CalendarIcon />,
  tree: <TreeIcon />,
};

/** Says whether the list is a table, a tree, a board or a calendar, and opens the choice. */
export function ShownAsButton() {
  const { texts } = useI18n();
  const fields = useArrangingFields();
  const { kind = 'table' } = useShownAs() ?? {};
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (fields.length === 0) return null;
  return (
    <>
      <ToolButton
        icon={icons[kind]}
        words={texts.grid.shownAs[kind]}
        aria-label={`${texts.grid.showAs} ${texts.grid.shownAs[kind]}`}
        isOn={kind !== 'table'}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && <ShownAsMenu anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  );
}
