import { Divider, ListItemText, Menu, MenuItem } from '@mui/material';
import { useListContext } from 'react-admin';
import { useI18n } from '../../../kit/use-i18n.ts';
import { useSortBy } from '../../../resource/list-changes.tsx';
import { isSortable, toSortPayloadOf } from '../../../resource/sorting.ts';
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
  const { translate, say } = useI18n();
  const { columns } = layout;
  const to = (next: LayoutView['columns']) => () => layout.change({ columns: next });
  const { field, pin, width } = column;
  const { name } = field;
  const item = (key: string, act: () => void, { isOff = false, hint = '' } = {}) => (
    <MenuItem
      key={key}
      dense
      disabled={isOff}
      onClick={() => {
        onClose();
        act();
      }}
    >
      <ListItemText>{translate(`grid.column.${key}`)}</ListItemText>
      {hint !== '' && (
        <Hint variant="caption" sx={{ ml: 3 }}>
          {hint}
        </Hint>
      )}
    </MenuItem>
  );
  const sortBy = (isDescending: boolean) => () =>
    setSort(toSortPayloadOf([{ name, isDescending }]));
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: { 'aria-label': translate('grid.column_menu', { label: say(field.label) }) },
      }}
    >
      {isSortable(field) && [
        item('up', sortBy(false), { hint: 'Enter' }),
        item('down', sortBy(true)),
        item('more', () => addSort(name, true), {
          hint: 'Shift+Enter',
        }),
        <Divider key="1" component="li" role="separator" />,
      ]}
      {pin !== 'left' && item('pin_left', to(pinnedColumn(columns, name, 'left')))}
      {pin !== 'right' && item('pin_right', to(pinnedColumn(columns, name, 'right')))}
      {pin && item('unpin', to(pinnedColumn(columns, name, undefined)))}
      {item('move_left', to(movedColumn(columns, name, -1)), {
        isOff: !canMoveColumn(columns, name, -1),
        hint: 'Ctrl+Shift+←',
      })}
      {item('move_right', to(movedColumn(columns, name, 1)), {
        isOff: !canMoveColumn(columns, name, 1),
        hint: 'Ctrl+Shift+→',
      })}
      {item('wider', to(sizedColumn(columns, name, width + WIDTH_STEP)), { hint: 'Shift+→' })}
      {item('narrower', to(sizedColumn(columns, name, width - WIDTH_STEP)), { hint: 'Shift+←' })}
      {item('fit', to(sizedColumn(columns, name, undefined)))}
      <Divider component="li" role="separator" />
      {item(layout.hasFigures ? 'hide_figures' : 'show_figures', () =>
        layout.change({ hasFigures: !layout.hasFigures }),
      )}
      {item('hide', to(withColumn(columns, name, false)), { isOff: columns.length === 1 })}
    </Menu>
  );
}
