import { Divider, ListSubheader, Menu } from '@mui/material';
import { arrangedBy } from '../../../descriptor/shown-as.ts';
import type { Field } from '../../../fields/type/field.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { labelledBy } from '../../shell/layout/labelled-by.ts';
import { MenuAction } from '../menu-action.tsx';
import { useArrangingFields, useShowAs, useShownAs } from './use-shown-as.ts';

type ShownAsMenuProps = { anchor: HTMLElement; onClose: () => void };

/** A table, the tree, a board by one of the fields with choices, or a calendar by one of the dates. */
export function ShownAsMenu({ anchor, onClose }: ShownAsMenuProps) {
  const { texts, say } = useI18n();
  const fields = useArrangingFields();
  const current = useShownAs()?.field;
  const show = useShowAs();
  const item = (label: string, field?: Field) => (
    <MenuAction
      dense
      key={field?.name ?? ''}
      role="menuitemradio"
      aria-checked={field === current}
      selected={field === current}
      onClose={onClose}
      onChoose={() => show(field)}
    >
      {label}
    </MenuAction>
  );
  const section = (kind: 'board' | 'calendar') => {
    const own = fields.filter((field) => arrangedBy(field) === kind);
    return own.length === 0
      ? []
      : [
          <Divider key={`${kind} line`} component="li" role="separator" />,
          <ListSubheader key={kind} role="presentation" sx={{ lineHeight: '32px' }}>
            {texts.grid.shownAsBy[kind]}
          </ListSubheader>,
          ...own.map((field) => item(say(field.label), field)),
        ];
  };
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: labelledBy(anchor), paper: { sx: { minWidth: 220, maxHeight: 480 } } }}
    >
      {item(texts.grid.shownAs.table)}
      {fields
        .filter((field) => arrangedBy(field) === 'tree')
        .map((field) => item(texts.grid.shownAs.tree, field))}
      {section('board')}
      {section('calendar')}
    </Menu>
  );
}
