import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import BoardIcon from '@mui/icons-material/ViewKanbanOutlined';
import TreeIcon from '@mui/icons-material/LanOutlined';
import TableIcon from '@mui/icons-material/TableChartOutlined';
import GroupIcon from '@mui/icons-material/SegmentOutlined';
import SortIcon from '@mui/icons-material/SwapVert';
import ViewColumnIcon from '@mui/icons-material/ViewColumn';
import { useMediaQuery } from '@mui/material';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { findField } from '../../../descriptor/system-fields.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useAsOf } from '../../kit/as-of.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { toSortKeys } from '../../resource/sorting.ts';
import { ToolButton } from '../../shell/layout/tool-button.tsx';
import { useLayout } from '../grid/columns/layout.ts';
import { useGroups } from '../groups/use-groups.ts';
import { useArrangements, useShownAs } from '../shown-as/use-shown-as.ts';

const groupTexts = import.meta.glob('/src/admin/messages/*/list/groups.ts');
const ColumnChooser = lazyPart(() => import('../grid/columns/column-chooser.tsx'), 'ColumnChooser');
const GroupMenu = lazyPart(() => import('../groups/group-menu.tsx'), 'GroupMenu', groupTexts);
const ShownAsMenu = lazyPart(() => import('../shown-as/shown-as-menu.tsx'), 'ShownAsMenu');
const SortMenu = lazyPart(() => import('./sort-menu.tsx'), 'SortMenu');

type PopupToolProps = Omit<ComponentProps<typeof ToolButton>, 'children'> & {
  children: (popup: { anchor: HTMLElement; onClose: () => void }) => ReactNode;
};

/** A tool that opens a menu or a dialog at itself. */
export function PopupTool({ children, ...props }: PopupToolProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <ToolButton
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        {...props}
      />
      {anchor && children({ anchor, onClose: () => setAnchor(undefined) })}
    </>
  );
}

/** Opens the choice of columns, and says how many of them are shown. */
export function ColumnsButton() {
  const { texts, number } = useI18n();
  const { shown, hidden } = useLayout();
  const counts = { shown: number(shown.length), all: number(shown.length + hidden.length) };
  return (
    <PopupTool icon={<ViewColumnIcon />} words={fillTemplate(texts.list.columnsShown, counts)}>
      {(popup) => <ColumnChooser {...popup} />}
    </PopupTool>
  );
}

/** Opens the choice of the fields to group by, and names them. */
export function GroupButton() {
  const { texts, say } = useI18n();
  const { fields } = useGroups();
  const asOf = useAsOf();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const shownAs = useShownAs();
  if (asOf !== undefined || isNarrow || shownAs) return null;
  const names = fields.map(({ label }) => say(label)).join(', ');
  const isOn = fields.length > 0;
  const words = isOn ? fillTemplate(texts.grid.groupedBy, { fields: names }) : texts.grid.groupList;
  return (
    <PopupTool icon={<GroupIcon />} words={words} isOn={isOn}>
      {(popup) => <GroupMenu {...popup} />}
    </PopupTool>
  );
}

const shownAsIcons = {
  table: <TableIcon />,
  board: <BoardIcon />,
  calendar: <CalendarIcon />,
  tree: <TreeIcon />,
};

/** Says whether the list is a table, a tree, a board or a calendar, and opens the choice. */
export function ShownAsButton() {
  const { grid } = useI18n().texts;
  const arrangements = useArrangements();
  const { kind = 'table' } = useShownAs() ?? {};
  if (arrangements.length === 0) return null;
  return (
    <PopupTool
      icon={shownAsIcons[kind]}
      words={grid.shownAs[kind]}
      aria-label={`${grid.showAs} ${grid.shownAs[kind]}`}
      aria-haspopup="menu"
      isOn={kind !== 'table'}
    >
      {(popup) => <ShownAsMenu {...popup} />}
    </PopupTool>
  );
}

/** The order of the list, which it opens for change: `Sort: Year ↓`, or the number of fields. */
export function SortButton() {
  const { texts, say } = useI18n();
  const { column, resource } = useResource();
  const [first, ...others] = toSortKeys(useListContext().sort);
  const field = first && (column(first.name) ?? findField(resource, first.name));
  const single = others.length === 0 ? field : undefined;
  const { sortedBy, sort } = texts.list;
  const way = first?.isDescending ? 'descending' : 'ascending';
  const direction = (
    <>
      <span aria-hidden>{first?.isDescending ? '↓' : '↑'}</span>
      <span style={visuallyHidden}>{texts.list[way]}</span>
    </>
  );
  return (
    <PopupTool
      icon={<SortIcon />}
      words={single ? fillTemplate(sortedBy, { field: say(single.label) }) : sort}
      mark={single ? direction : first && others.length + 1}
    >
      {(popup) => <SortMenu {...popup} />}
    </PopupTool>
  );
}
