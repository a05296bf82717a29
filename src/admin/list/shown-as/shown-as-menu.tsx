import { Divider, ListSubheader, Menu } from '@mui/material';
import { writeShownAs, type Arrangement } from '../../../descriptor/shown-as.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { labelledBy } from '../../shell/layout/labelled-by.ts';
import { MenuAction } from '../menu-action.tsx';
import { useArrangements, useShowAs, useShownAs } from './use-shown-as.ts';

type ShownAsMenuProps = { anchor: HTMLElement; onClose: () => void };

/** A table, the tree, a board by one of the fields with choices, or a calendar by one or two of the dates. */
export function ShownAsMenu({ anchor, onClose }: ShownAsMenuProps) {
  const { texts, say } = useI18n();
  const arrangements = useArrangements();
  const shownAs = useShownAs();
  const show = useShowAs();
  const textOf = (each?: Arrangement) => (each ? writeShownAs(each) : '');
  const item = (label: string, arrangement?: Arrangement) => (
    <MenuAction
      dense
      key={textOf(arrangement)}
      role="menuitemradio"
      aria-checked={textOf(arrangement) === textOf(shownAs)}
      selected={textOf(arrangement) === textOf(shownAs)}
      onClose={onClose}
      onChoose={() => show(arrangement)}
    >
      {label}
    </MenuAction>
  );
  const section = (kind: 'board' | 'calendar') => {
    const own = arrangements.filter((each) => each.kind === kind);
    return own.length === 0
      ? []
      : [
          <Divider key={`${kind} line`} component="li" role="separator" />,
          <ListSubheader key={kind} role="presentation" sx={{ lineHeight: '32px' }}>
            {texts.grid.shownAsBy[kind]}
          </ListSubheader>,
          ...own.map((each) => item(nameOfArrangement(each, say), each)),
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
      {arrangements
        .filter(({ kind }) => kind === 'tree')
        .map((each) => item(texts.grid.shownAs.tree, each))}
      {section('board')}
      {section('calendar')}
    </Menu>
  );
}

/** `Due on`, `Begins – Ends`, or `Begins – Ends · Room`. */
export function nameOfArrangement(
  { field, end, rows }: Arrangement,
  say: (text: Arrangement['field']['label']) => string,
): string {
  const days = end ? `${say(field.label)} – ${say(end.label)}` : say(field.label);
  return rows ? `${days} · ${say(rows.label)}` : days;
}
