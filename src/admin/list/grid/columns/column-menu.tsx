import { Divider, ListItemText, Menu } from '@mui/material';
import { useListContext } from 'react-admin';
import { StructureItem } from '../../../resource/lazy-structure-links.tsx';
import { useI18n } from '../../../kit/use-i18n.ts';
import { useSortBy } from '../../../resource/list-changes.tsx';
import { isSortable, toSortPayloadOf } from '../../../resource/sorting.ts';
import { MenuAction } from '../../menu-action.tsx';
import type { GridColumn } from '../grid-table.ts';
import {
  canMoveColumn,
  pinnedColumn,
  sizedColumn,
  movedColumn,
  withColumn,
  type LayoutView,
} from './layout.ts';
import { WIDTH_STEP } from './head-events.ts';
import { Hint } from '../../../kit/hint.tsx';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

type ColumnMenuProps = {
  column: GridColumn;
  anchor: HTMLElement;
  layout: LayoutView;
  onClose: () => void;
};

/** Everything the user can do with a column. */
export function ColumnMenu({ column, anchor, layout, onClose }: ColumnMenuProps) {
  const { setSort } = useListContext();
  const addSort = useSortBy();
  const { texts, say } = useI18n();
  const { columns } = layout;
  const to = (next: LayoutView['columns']) => () => layout.change({ columns: next });
  const { field, pin, width } = column;
  const { name } = field;
  const item = (
    key: keyof typeof texts.grid.column,
    act: () => void,
    { isOff = false, hint = '' } = {},
  ) => (
    <MenuAction key={key} dense disabled={isOff} onClose={onClose} onChoose={act}>
      <ListItemText>{texts.grid.column[key]}</ListItemText>
      {hint !== '' && (
        <Hint variant="caption" sx={{ ml: 3 }}>
          {hint}
        </Hint>
      )}
    </MenuAction>
  );
  const move = (key: 'moveLeft' | 'moveRight', way: -1 | 1, hint: string) => {
    const isOff = !canMoveColumn(columns, name, way);
    return item(key, to(movedColumn(columns, name, way)), { isOff, hint });
  };
  const sortBy = (isDescending: boolean) => () =>
    setSort(toSortPayloadOf([{ name, isDescending }]));
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: { 'aria-label': fillTemplate(texts.grid.columnMenu, { label: say(field.label) }) },
      }}
    >
      {isSortable(field) && [
        item('up', sortBy(false), { hint: 'Enter' }),
        item('down', sortBy(true)),
        item('more', () => addSort(name, true), { hint: 'Shift+Enter' }),
        <Divider key="1" component="li" role="separator" />,
      ]}
      {pin !== 'left' && item('pinLeft', to(pinnedColumn(columns, name, 'left')))}
      {pin !== 'right' && item('pinRight', to(pinnedColumn(columns, name, 'right')))}
      {pin && item('unpin', to(pinnedColumn(columns, name, undefined)))}
      {move('moveLeft', -1, 'Ctrl+Shift+←')}
      {move('moveRight', 1, 'Ctrl+Shift+→')}
      {item('wider', to(sizedColumn(columns, name, width + WIDTH_STEP)), { hint: 'Shift+→' })}
      {item('narrower', to(sizedColumn(columns, name, width - WIDTH_STEP)), { hint: 'Shift+←' })}
      {item('fit', to(sizedColumn(columns, name, undefined)))}
      <Divider component="li" role="separator" />
      {item(layout.hasFigures ? 'hideFigures' : 'showFigures', () =>
        layout.change({ hasFigures: !layout.hasFigures }),
      )}
      <StructureItem from="column" onClose={onClose} />
      {item('hide', to(withColumn(columns, name, false)), { isOff: columns.length === 1 })}
    </Menu>
  );
}
