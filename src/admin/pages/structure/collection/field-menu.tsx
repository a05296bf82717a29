import { Divider, ListItemText, Menu } from '@mui/material';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { Hint } from '../../../kit/hint.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { MenuAction } from '../../../list/menu-action.tsx';
import type { OpenedField } from './field-dialogs.tsx';

type FieldMenuProps = {
  label: string;
  anchor: HTMLElement;
  canMove: (way: -1 | 1) => boolean;
  onMove: (way: -1 | 1) => void;
  onDuplicate: () => void;
  onOpen: (what: OpenedField['what']) => void;
  onClose: () => void;
};

/** All that a person can do with a field. */
export function FieldMenu(props: FieldMenuProps) {
  const { label, anchor, canMove, onMove, onDuplicate, onOpen, onClose } = props;
  const { menu, more } = useTexts('structure-fields');
  const item = (name: keyof typeof menu, act: () => void, hint?: string, isOff = false) => (
    <MenuAction dense disabled={isOff} onClose={onClose} onChoose={act}>
      <ListItemText>{menu[name]}</ListItemText>
      {hint !== undefined && (
        <Hint variant="caption" sx={{ ml: 3 }}>
          {hint}
        </Hint>
      )}
    </MenuAction>
  );
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': fillTemplate(more, { field: label }) } }}
    >
      {item('up', () => onMove(-1), 'Alt+↑', !canMove(-1))}
      {item('down', () => onMove(1), 'Alt+↓', !canMove(1))}
      <Divider component="li" role="separator" />
      {item('settings', () => onOpen('panel'))}
      {item('type', () => onOpen('type'))}
      {item('duplicate', onDuplicate)}
      {item('remove', () => onOpen('remove'))}
    </Menu>
  );
}
